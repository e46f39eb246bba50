// RUN: parse-error
"a"() {x = sparse<[[0, 0, 0]], [1]> : tensor<2x2xi8>} : () -> ()
// EXPECTED
// 2:12: the inferred shape of the indices literal is [1, 3], that of the values literal [1] (expected 2 coordinates in each index, as the shape [2, 2] has, and as many indices as values)

// -----
"a"() {x = sparse<[1, 0], [1]> : tensor<2x2xi8>} : () -> ()
// EXPECTED
// 1:12: the inferred shape of the indices literal is [2], that of the values literal [1] (expected 2 coordinates in each index, as the shape [2, 2] has, and as many indices as values)

// -----
"a"() {x = sparse<[[0], [1]], [1]> : tensor<2xi8>} : () -> ()
// EXPECTED
// 1:12: the inferred shape of the indices literal is [2, 1], that of the values literal [1] (expected 1 coordinate in each index, as the shape [2] has, and as many indices as values)

// -----
"a"() {x = sparse<[[0]], [[1]]> : tensor<2xi8>} : () -> ()
// EXPECTED
// 1:12: the sparse values have the shape [1, 1] (expected a 1-d tensor for sparse element values: a list of them)

// -----
"a"() {x = sparse<[[1], [2]], [1, 2]> : tensor<2xi8>} : () -> ()
// EXPECTED
// 1:12: the sparse index #1, [2], is not contained within the value shape [2]

// -----
"a"() {x = sparse<-1, 2> : tensor<2xi8>} : () -> ()
// EXPECTED
// 1:12: the sparse index #0, [-1], is not contained within the value shape [2]

// -----
"a"() {x = sparse<0, 2> : tensor<?xi8>} : () -> ()
// EXPECTED
// 1:12: a sparse constant cannot have the type `tensor<?xi8>`: an elements literal must have static shape

// -----
"a"() {x = dense<"0x0102"> : tensor<1xi24>} : () -> ()
// EXPECTED
// 1:18: the hexadecimal constant does not fit its type: the hex string of an elements attribute has an invalid size (expected `0x` and 3 bytes for each of 1 elements, or for one)

// -----
"a"() {a = distinct[0]<1 : i8>, b = distinct[0]<2 : i8>} : () -> ()
// EXPECTED
// 1:37: `distinct[0]` is given two meanings: the referenced attribute does not match the previous definition (expected `1 : i8`, as before)

// -----
"a"() {x = 1 : !d.t} : () -> ()
// EXPECTED
// 1:12: a number cannot have the type `!d.t`: an integer literal is not valid for the specified type

// -----
"a"() {x = @$y} : () -> ()
// EXPECTED
// 1:12: `@` begins no symbol: expected an identifier that starts with a letter or `_`, or a string

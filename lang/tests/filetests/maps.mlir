// RUN: parse
// Aliases keep maps apart by value, and are numbered by first use.
#a = affine_map<(i, j)[N] -> (i * N + j, -j - 1)>
#b = affine_map<(d0) -> (d0 floordiv 8, d0 mod 8, d0 ceildiv 8)>
#c = affine_map<(x) -> (x floordiv 8, x mod 8, x ceildiv 8)>
#empty = affine_map<() -> ()>
#set = affine_set<(i)[N] : (i >= 0, N - i - 1 >= 0, i mod 2 == 0)>
"use"() {a = #a, b = #b, c = #c, e = #empty, s = #set} : () -> ()
// EXPECTED
// #map = affine_map<(d0, d1)[s0] -> (d0 * s0 + d1, -d1 - 1)>
// #map1 = affine_map<(d0) -> (d0 floordiv 8, d0 mod 8, d0 ceildiv 8)>
// #map2 = affine_map<() -> ()>
// #set = affine_set<(d0)[s0] : (d0 >= 0, -d0 + s0 - 1 >= 0, d0 mod 2 == 0)>
// module {
//   "use"() {a = #map, b = #map1, c = #map1, e = #map2, s = #set} : () -> ()
// }

// -----
// Precedence and brackets.
"use"() {maps = [
  affine_map<(a, b)[s, t] -> (a + b * 2 - s)>,
  affine_map<(a, b)[s, t] -> ((a + b) * 2)>,
  affine_map<(a, b)[s, t] -> (a - (b - 1))>,
  affine_map<(a, b)[s, t] -> (a - (b + s))>,
  affine_map<(a, b)[s, t] -> (-(a + b))>,
  affine_map<(a, b)[s, t] -> (-a floordiv 2)>,
  affine_map<(a, b)[s, t] -> (-(a floordiv 2))>,
  affine_map<(a, b)[s, t] -> (a floordiv 2 mod 3 * 5)>,
  affine_map<(a, b)[s, t] -> (a floordiv (s * 2))>,
  affine_map<(a, b)[s, t] -> (a mod (s + t))>,
  affine_map<(a, b)[s, t] -> ((a mod 4) floordiv 2)>,
  affine_map<(a, b)[s, t] -> (a * -3 + b * s * t)>,
  affine_map<(a, b)[s, t] -> (2 * a + 3 * s)>,
  affine_map<(a, b)[s, t] -> (7 floordiv 2, -7 floordiv 2, -7 ceildiv 2, -7 mod 4)>,
  affine_map<(a, b)[s, t] -> (0 * a, a * 1, a + 0, a mod 1, a floordiv 1)>
]} : () -> ()
// EXPECTED
// #map = affine_map<(d0, d1)[s0, s1] -> (d0 + d1 * 2 - s0)>
// #map1 = affine_map<(d0, d1)[s0, s1] -> ((d0 + d1) * 2)>
// #map2 = affine_map<(d0, d1)[s0, s1] -> (d0 - (d1 - 1))>
// #map3 = affine_map<(d0, d1)[s0, s1] -> (d0 - (d1 + s0))>
// #map4 = affine_map<(d0, d1)[s0, s1] -> (-(d0 + d1))>
// #map5 = affine_map<(d0, d1)[s0, s1] -> ((-d0) floordiv 2)>
// #map6 = affine_map<(d0, d1)[s0, s1] -> (-(d0 floordiv 2))>
// #map7 = affine_map<(d0, d1)[s0, s1] -> (((d0 floordiv 2) mod 3) * 5)>
// #map8 = affine_map<(d0, d1)[s0, s1] -> (d0 floordiv (s0 * 2))>
// #map9 = affine_map<(d0, d1)[s0, s1] -> (d0 mod (s0 + s1))>
// #map10 = affine_map<(d0, d1)[s0, s1] -> ((d0 mod 4) floordiv 2)>
// #map11 = affine_map<(d0, d1)[s0, s1] -> (d0 * -3 + (d1 * s0) * s1)>
// #map12 = affine_map<(d0, d1)[s0, s1] -> (d0 * 2 + s0 * 3)>
// #map13 = affine_map<(d0, d1)[s0, s1] -> (3, -4, -3, 1)>
// #map14 = affine_map<(d0, d1)[s0, s1] -> (0, d0, d0, 0, d0)>
// module {
//   "use"() {maps = [#map, #map1, #map2, #map3, #map4, #map5, #map6, #map7, #map8, #map9, #map10, #map11, #map12, #map13, #map14]} : () -> ()
// }

// -----
// Names of dimensions may be words that mean something elsewhere.
"use"() {m = affine_map<(step, to, f32)[min, dense] -> (step + to + f32 + min + dense)>} : () -> ()
// EXPECTED
// #map = affine_map<(d0, d1, d2)[s0, s1] -> (d0 + d1 + d2 + s0 + s1)>
// module {
//   "use"() {m = #map} : () -> ()
// }

// -----
// A layout, a memory space, and an alias in a type.
#tiled = affine_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>
#ident = affine_map<(d0, d1) -> (d0, d1)>
!tile = memref<16x16xf32, #tiled, 3>
func.func private @f(!tile, memref<4x4xf32, #ident>, memref<4x4xf32, #ident, 1>, memref<?xi8, strided<[?], offset: ?>>)
// EXPECTED
// #map = affine_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>
// module {
//   func.func private @f(memref<16x16xf32, #map, 3>, memref<4x4xf32>, memref<4x4xf32, 1>, memref<?xi8, strided<[?], offset: ?>>)
// }

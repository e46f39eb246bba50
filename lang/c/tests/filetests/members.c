// Members of structs that stay the same are parameters of the nests that become functions of their own.
typedef struct { int w, h; float scale; float *data; float taps[3]; } image;
struct pair { image *first; int n; };
void by_value(image im) {
  for (int i = 0; i < im.w * im.h; i++)
    im.data[i] *= im.scale;
}
void pointed(const image *from, image *to) { // `to` is read where the innermost loop has an iteration.
  for (int y = 0; y < from->h; y++)
    for (int x = 0; x < from->w - 2; x++)
      to->data[y * from->w + x] = from->data[y * from->w + x] * from->taps[0] + from->data[y * from->w + x + 2] * from->taps[2];
}
void may_be_changed(image *im, int n) { // `data` may point to `scale`, which is handed over by its address.
  for (int i = 0; i < n; i++)
    im->data[i] *= im->scale;
}
void bytes(struct pair *p, unsigned char *out) { // What `char` is stored to may be a pointer.
  for (int i = 0; i < p->n; i++)
    out[i] = p->first->w;
}
void under_a_condition(struct pair *p, int n, float *out) {
  for (int i = 0; i < n; i++)
    if (i > 3)
      out[i] = p->first->data[i];
}
void assigned(image *im, float *out) { // A member that is assigned stays in memory.
  for (int i = 0; i < 10; i++)
    out[im->w++] = 0;
}
void chased(struct pair *p, int n, float *out) {
  for (int i = 0; i < n; i++)
    out[i] = p->first->data[i];
}
void counted_elsewhere(image *all, int n) { // `k` may be changed by what is stored.
  int k = 0, *p = &k;
  for (int i = 0; i < n; i++)
    p[i] = all[k].w;
}
void hidden(image *i0, int i, float *out) { // The loop has an `i` of its own.
  for (int k = 0; k < i; k++)
    for (int i = 0; i < 10; i++)
      out[k] = i0->data[i];
}
void jumped(image *im, int n, float *out) { // Nothing is known of what comes before a label.
  if (n > 3) goto done;
  out[0] = im->scale;
done:
  for (int i = 0; i < n; i++)
    if (i > 2)
      out[i] = im->data[i];
}
// expected:
// #map = affine_map<()[s0, s1] -> (s1 * s0)>
// #map1 = affine_map<()[s0, s1] -> (s0 * s1)>
// #map2 = affine_map<()[s0, s1] -> (s1 * s0 - 2)>
// #map3 = affine_map<()[s0] -> (s0 - 2)>
// #map4 = affine_map<()[s0] -> (s0)>
// #map5 = affine_map<()[s0] -> (1)>
// #map6 = affine_map<() -> (72057594037927936)>
// #map7 = affine_map<() -> (1)>
// #map8 = affine_map<()[s0] -> (10)>
// module {
//   func.func @by_value_1(%im_w: i32, %im_h: i32, %im_data: memref<?xf32> {c.extents = #map}, %im_scale: f32) attributes {c.strict_aliasing} {
//     %im_w_0 = arith.index_cast %im_w : i32 to index
//     %im_h_0 = arith.index_cast %im_h : i32 to index
//     %0 = affine.apply #map1()[%im_w_0, %im_h_0]
//     affine.for %i = 0 to %0 {
//       %1 = affine.load %im_data[%i] : memref<?xf32>
//       %2 = arith.mulf %1, %im_scale : f32
//       affine.store %2, %im_data[%i] : memref<?xf32>
//     }
//     return
//   }
//   func.func @pointed_1(%from_h: i32, %from_w: i32, %to_data: memref<?xf32> {c.extents = #map2}, %from_data: memref<?xf32> {c.extents = #map}, %from_taps: memref<3xf32>) attributes {c.strict_aliasing} {
//     %from_h_0 = arith.index_cast %from_h : i32 to index
//     %from_w_0 = arith.index_cast %from_w : i32 to index
//     affine.for %y = 0 to %from_h_0 {
//       affine.for %x = 0 to #map3()[%from_w_0] {
//         %0 = affine.load %from_data[%y * symbol(%from_w_0) + %x] : memref<?xf32>
//         %1 = affine.load %from_taps[0] : memref<3xf32>
//         %2 = arith.mulf %0, %1 : f32
//         %3 = affine.load %from_data[%y * symbol(%from_w_0) + %x + 2] : memref<?xf32>
//         %4 = affine.load %from_taps[2] : memref<3xf32>
//         %5 = arith.mulf %3, %4 : f32
//         %6 = arith.addf %2, %5 : f32
//         affine.store %6, %to_data[%y * symbol(%from_w_0) + %x] : memref<?xf32>
//       }
//     }
//     return
//   }
//   func.func @may_be_changed_1(%n: i32, %im_data: memref<?xf32> {c.extents = #map4}, %im_scale: memref<?xf32> {c.extents = #map5}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     affine.for %i = 0 to %n_0 {
//       %0 = affine.load %im_data[%i] : memref<?xf32>
//       %1 = affine.load %im_scale[0] : memref<?xf32>
//       %2 = arith.mulf %0, %1 : f32
//       affine.store %2, %im_data[%i] : memref<?xf32>
//     }
//     return
//   }
//   func.func @assigned_1(%out: memref<?xf32> {c.extents = #map6}, %im_w: memref<?xi32> {c.extents = #map7}) attributes {c.strict_aliasing} {
//     %0 = arith.constant 0.000000e+00 : f32
//     %1 = arith.constant 1 : i32
//     affine.for %i = 0 to 10 {
//       %2 = affine.load %im_w[0] : memref<?xi32>
//       %3 = arith.addi %2, %1 : i32
//       affine.store %3, %im_w[0] : memref<?xi32>
//       %4 = arith.index_cast %2 : i32 to index
//       memref.store %0, %out[%4] : memref<?xf32>
//     }
//     return
//   }
//   func.func @chased_1(%n: i32, %out: memref<?xf32> {c.extents = #map4}, %p_first_data: memref<?xf32> {c.extents = #map4}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     affine.for %i = 0 to %n_0 {
//       %0 = affine.load %p_first_data[%i] : memref<?xf32>
//       affine.store %0, %out[%i] : memref<?xf32>
//     }
//     return
//   }
//   func.func @hidden_1(%out: memref<?xf32> {c.extents = #map5, c.first = #map4}, %k: i32, %i0_data: memref<?xf32> {c.extents = #map8}) attributes {c.strict_aliasing} {
//     affine.for %i = 0 to 10 {
//       %0 = affine.load %i0_data[%i] : memref<?xf32>
//       affine.store %0, %out[0] : memref<?xf32>
//     }
//     return
//   }
// }
// left 4:6: all that `by_value` does is the function `by_value_1`, which is handed what it reads of structs, tables of rows and `static` variables (`--rest` writes the call of it)
// left 8:6: all that `pointed` does is the function `pointed_1`, which is handed what it reads of structs, tables of rows and `static` variables (`--rest` writes the call of it)
// left 13:6: all that `may_be_changed` does is the function `may_be_changed_1`, which is handed what it reads of structs, tables of rows and `static` variables (`--rest` writes the call of it)
// left 17:25: `p` points to `struct pair`, which is not understood (a struct in memory is understood where its members are numbers, pointers, arrays and structs of these)
// left 19:14: `p->first->w` may be changed by what is stored here, so it is no parameter of a function of its own (a variable that holds it in front of the loop would show that it stays the same)
// left 21:37: `p` points to `struct pair`, which is not understood (a struct in memory is understood where its members are numbers, pointers, arrays and structs of these)
// left 24:16: `p->first->data` is not seen to be read whenever this is executed, so it is no parameter of a function of its own (a variable that holds it in front of the loop would show that it stays the same)
// left 26:6: all that `assigned` does is the function `assigned_1`, which is handed what it reads of structs, tables of rows and `static` variables (`--rest` writes the call of it)
// left 30:6: all that `chased` does is the function `chased_1`, which is handed what it reads of structs, tables of rows and `static` variables (`--rest` writes the call of it)
// left 37:12: a member of type `signed int`, in a struct in memory of which the members of type `float` are understood
// left 36:3: `k` may be what a pointer points to here, since its address is taken (another variable that holds its value in front of the loop would let that become a function)
// left 42:16: a member of type `float *`, in a struct in memory of which the members of type `float` are understood
// left 39:43: a variable of this loop has the name of another that it uses (another name would let the loop become a function of its own)
// left 40:3: a variable of this loop has the name of another that it uses (another name would let the loop become a function of its own)
// left 50:16: a member of type `float *`, in a struct in memory of which the members of type `float` are understood
// left 50:16: `im->data` is not seen to be read whenever this is executed, so it is no parameter of a function of its own (a variable that holds it in front of the loop would show that it stays the same)
// 4:25: { extern void by_value_1(signed int, signed int, const void *, float); by_value_1(im.w, im.h, im.data, im.scale); }
// 8:44: { extern void pointed_1(signed int, signed int, const void *, const void *, const void *); for (int y = 0; y < from->h; y++)
//     for (int x = 0; x < from->w - 2; x++)
//        { pointed_1(from->h, from->w, to->data, from->data, from->taps); goto pointed_1_done; } pointed_1_done:; }
// 13:39: { extern void may_be_changed_1(signed int, const void *, const void *); for (int i = 0; i < n; i++)
//      { may_be_changed_1(n, im->data, &im->scale); goto may_be_changed_1_done; } may_be_changed_1_done:; }
// 26:38: { extern void assigned_1(const void *, const void *); assigned_1(out, &im->w); }
// 30:48: { extern void chased_1(signed int, const void *, const void *); for (int i = 0; i < n; i++)
//      { chased_1(n, out, p->first->data); goto chased_1_done; } chased_1_done:; }
// 41:5: { extern void hidden_1(const void *, signed int, const void *); for (int i = 0; i < 10; i++)
//        { hidden_1(out, k, i0->data); goto hidden_1_done; } hidden_1_done:; }

#define OVOLO_KRNL_RUNTIME_IMPLEMENTATION
#include "ovolo_krnl_runtime.h"

int main(void) {
  float rows[2][4] = {{1, 2, 3, 4}, {-1, 0, 1, 0}};
  int64_t shape[2] = {2, 4};
  OMTensor *input = omTensorCreate(rows, shape, 2, ONNX_TYPE_FLOAT);
  OMTensorList *inputs = omTensorListCreate(&input, 1);
  OMTensorList *outputs = run_main_graph(inputs);
  OMTensor *output = omTensorListGetOmtByIndex(outputs, 0);
  const float *first = omTensorGetDataPtr(output);
  printf("%s: %lld rows, the first element is %g\n", omQueryEntryPoints(NULL)[0],
      (long long)omTensorGetShape(output)[0], first[0]);
  printf("takes %s\n", omInputSignature("run_main_graph"));
  omTensorListDestroy(outputs);
  omTensorListDestroy(inputs);
  return 0;
}

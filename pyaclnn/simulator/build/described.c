/* What clients describe a call of the older operator interface with. The call itself is refused, so that nothing else
   reads what they describe: descriptions can be made, read back and given back, and setters check what they are given. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

enum { DESCRIBED_INVALID = 100000, DESCRIBED_UNDEFINED = -1 };

typedef struct {
    int type, format;
    size_t dims;
    int64_t sizes[];
} described_tensor;

typedef struct {
    void *data;
    size_t size;
} described_buffer;

static int described_check(int is_allowed) { return is_allowed ? 0 : DESCRIBED_INVALID; }

void *aclCreateTensorDesc(int type, int dims, const int64_t *sizes, int format)
{
    if (dims < 0 || (dims > 0 && sizes == NULL)) {
        return NULL;
    }
    described_tensor *made = malloc(sizeof *made + (size_t)dims * sizeof made->sizes[0]);
    if (made != NULL) {
        made->type = type;
        made->format = format;
        made->dims = (size_t)dims;
        for (int i = 0; i < dims; i++) {
            made->sizes[i] = sizes[i];
        }
    }
    return made;
}

void aclDestroyTensorDesc(const void *tensor) { free((void *)tensor); }

int aclGetTensorDescType(const described_tensor *tensor) { return tensor ? tensor->type : DESCRIBED_UNDEFINED; }

int aclGetTensorDescFormat(const described_tensor *tensor) { return tensor ? tensor->format : DESCRIBED_UNDEFINED; }

size_t aclGetTensorDescNumDims(const described_tensor *tensor) { return tensor ? tensor->dims : 0; }

int aclGetTensorDescDimV2(const described_tensor *tensor, size_t index, int64_t *size)
{
    if (tensor == NULL || size == NULL || index >= tensor->dims) {
        return DESCRIBED_INVALID;
    }
    *size = tensor->sizes[index];
    return 0;
}

int aclSetTensorFormat(void *tensor, int format) { (void)format; return described_check(tensor != NULL); }

int aclSetTensorPlaceMent(void *tensor, int place) { (void)place; return described_check(tensor != NULL); }

int aclSetTensorShape(void *tensor, int dims, const int64_t *sizes)
{
    return described_check(tensor != NULL && dims >= 0 && (dims == 0 || sizes != NULL));
}

void aclSetTensorDescName(void *tensor, const char *name) { (void)tensor; (void)name; }

void *aclCreateDataBuffer(void *data, size_t size)
{
    described_buffer *made = malloc(sizeof *made);
    if (made != NULL) {
        made->data = data;
        made->size = size;
    }
    return made;
}

int aclDestroyDataBuffer(const void *buffer)
{
    free((void *)buffer);
    return described_check(buffer != NULL);
}

void *aclopCreateAttr(void) { return malloc(1); }

void aclopDestroyAttr(const void *attributes) { free((void *)attributes); }

static int described_set(const void *attributes, const char *name, int has_values)
{
    return described_check(attributes != NULL && name != NULL && has_values);
}

int aclopSetAttrBool(void *a, const char *name, uint8_t value) { (void)value; return described_set(a, name, 1); }

int aclopSetAttrInt(void *a, const char *name, int64_t value) { (void)value; return described_set(a, name, 1); }

int aclopSetAttrFloat(void *a, const char *name, float value) { (void)value; return described_set(a, name, 1); }

int aclopSetAttrDataType(void *a, const char *name, int value) { (void)value; return described_set(a, name, 1); }

int aclopSetAttrString(void *a, const char *name, const char *value) { return described_set(a, name, value != NULL); }

int aclopSetAttrListBool(void *a, const char *name, int count, const uint8_t *values)
{
    return described_set(a, name, count == 0 || (count > 0 && values != NULL));
}

int aclopSetAttrListInt(void *a, const char *name, int count, const int64_t *values)
{
    return described_set(a, name, count == 0 || (count > 0 && values != NULL));
}

int aclopSetAttrListFloat(void *a, const char *name, int count, const float *values)
{
    return described_set(a, name, count == 0 || (count > 0 && values != NULL));
}

int aclopSetAttrListListInt(void *a, const char *name, int count, const int *counts, const int64_t *const values[])
{
    return described_set(a, name, count == 0 || (count > 0 && counts != NULL && values != NULL));
}

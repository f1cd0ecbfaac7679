/**
 * How much more memory than is in use V8 lets pile up before it looks for what can be given up, in percent: by itself it
 * takes several times of it, while there is some.
 */
const GROWS_BY = 20;

/** Has this process keep to little memory, and take somewhat longer: for work that goes through a whole store. */
export function keepHeapSmall(): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  setFlagsFromString(`--heap-growing-percent=${GROWS_BY}`);
}

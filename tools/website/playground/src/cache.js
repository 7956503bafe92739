// Where a browser keeps the files of this build, and the unpacked memory of its Python.
export const CACHE = `hotlint-${BUILD}`;
export const MEMORY = './memory';

declare module 'pyodide/pyodide.asm.mjs' {
  const create: () => Promise<never>;
  export default create;
}

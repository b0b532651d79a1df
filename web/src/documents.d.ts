// A document of the folder `docs`, as HTML (see `documents.ts`).
declare module '*.md?html' {
  const html: string;
  export default html;
}

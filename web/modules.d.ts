/** The build makes these from the tables of languages and parts (i18n/compile-texts.ts). */
declare module '*?loaders' {
  type Loaded = { default: Partial<import('./i18n/texts.ts').Texts> }
  const loaders: Record<
    import('../contract/languages.ts').Language,
    Record<import('./i18n/text-parts.ts').TextPartName, () => Promise<Loaded>>
  >
  export default loaders
}

// The functions after ES2022 that every supported browser has (tsconfig.json).
interface Array<T> {
  findLast(predicate: (value: T, index: number, array: T[]) => unknown): T | undefined
  findLastIndex(predicate: (value: T, index: number, array: T[]) => unknown): number
}

interface ReadonlyArray<T> {
  findLast(predicate: (value: T, index: number, array: readonly T[]) => unknown): T | undefined
  findLastIndex(predicate: (value: T, index: number, array: readonly T[]) => unknown): number
}

declare module '*.json?doors' {
  const messages: Partial<import('./i18n/messages.ts').Messages>
  export default messages
}

declare module '*.json?inside' {
  const messages: Partial<import('./i18n/messages.ts').Messages>
  export default messages
}

declare module '*.json?media' {
  const messages: Partial<import('./i18n/messages.ts').Messages>
  export default messages
}

declare module '*.json?account' {
  const messages: Partial<import('./i18n/messages.ts').Messages>
  export default messages
}

declare module '*.json?recorder' {
  const messages: Partial<import('./i18n/messages.ts').Messages>
  export default messages
}

declare module '*.json?messages' {
  const messages: Partial<import('./i18n/messages.ts').Messages>
  export default messages
}

declare module '*.json?push' {
  const messages: Partial<import('./i18n/messages.ts').Messages>
  export default messages
}

// Of what came after ES2022, this much is in every browser that the app is built for (tsconfig.json).
interface Array<T> {
  findLast(predicate: (value: T, index: number, array: T[]) => unknown): T | undefined
  findLastIndex(predicate: (value: T, index: number, array: T[]) => unknown): number
}

interface ReadonlyArray<T> {
  findLast(predicate: (value: T, index: number, array: readonly T[]) => unknown): T | undefined
  findLastIndex(predicate: (value: T, index: number, array: readonly T[]) => unknown): number
}

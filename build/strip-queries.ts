import type { Plugin } from 'vite'

/** What TanStack Query brings along for work that we do otherwise: answers and messages go through the outbox. */
const unused: Record<string, string> = {
  'mutationCache.js': 'export class MutationCache { clear() {} resumePausedMutations() {} }',
  'infiniteQueryBehavior.js': `function none() {}
    export { none as hasNextPage, none as hasPreviousPage, none as infiniteQueryBehavior }`,
}

/** Vite plugin: removes mutations and infinite queries, 1.5 KB (brotli). `useMutation` would fail at its first use. */
export function stripQueries(): Plugin {
  return {
    name: 'strip-queries',
    enforce: 'pre',
    load(id) {
      const [, file = ''] = id.split('/@tanstack/query-core/build/modern/')
      return unused[file]
    },
  }
}

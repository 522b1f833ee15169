import type { RefusedBecause } from '../../../contract/organisation/edits.ts'

/** Thrown for an edit that cannot be applied. The other edits of the same request are applied all the same. */
export class RefusedError extends Error {
  readonly reason: RefusedBecause

  constructor(reason: RefusedBecause) {
    super(reason)
    this.reason = reason
  }
}

/** Throws for a name that is no field: `__proto__` would change the prototype of an object. */
export function throwIfUnsafe(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (name === '__proto__' || name === '') throw new RefusedError('not-allowed')
    throwIfUnsafe(inner)
  }
}

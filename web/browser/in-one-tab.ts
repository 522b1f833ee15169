/** Waits until no other tab does work of this name, then does it. A browser without Web Locks does not wait. */
export function inOneTab<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  // Without the arrow function, `work` would get the lock as its argument.
  return navigator.locks ? navigator.locks.request(name, () => work()) : work()
}

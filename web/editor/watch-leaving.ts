type Options = {
  /** Ends the watching when it is aborted. */
  closed: AbortSignal
  /** Whether something of the draft is neither at the server nor on the device. */
  isOnlyHere(): boolean
  store(): void
}

/**
 * Stores a draft when its author leaves the page. If a part of the draft is neither stored nor sent, the browser asks
 * first. At sign-out a sheet asks, with one sentence for each such draft. The returned function sets the sentence.
 */
export function watchLeaving({ closed, isOnlyHere, store }: Options): (sentence: string) => void {
  let onlyHere = ''

  function ask(event: BeforeUnloadEvent): void {
    if (isOnlyHere()) event.preventDefault()
  }

  function say(event: Event): void {
    if (isOnlyHere()) (event as CustomEvent<string[]>).detail.push(onlyHere)
  }

  addEventListener('beforeunload', ask, { signal: closed })
  addEventListener('leave', say, { signal: closed })
  addEventListener('pagehide', store, { signal: closed })
  document.addEventListener('visibilitychange', store, { signal: closed })
  return sentence => {
    onlyHere = sentence
  }
}

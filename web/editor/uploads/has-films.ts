const KEY = 'sbs.films'

/** Whether this browser has films that are on their way. So nobody else loads what sends them. */
export function hasFilms(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

export function noteFilms(areThere: boolean): void {
  try {
    if (areThere) localStorage.setItem(KEY, 'yes')
    else localStorage.removeItem(KEY)
  } catch {
    // The film is sent as long as the page is open.
  }
}

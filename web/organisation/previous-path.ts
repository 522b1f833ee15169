import { currentLocation, onNavigation } from '../router/router.ts'

/** The paths of this visit's entries in the history, by their depth. */
const paths: string[] = []

function note(): void {
  const place = currentLocation()
  if (place) paths[place.depth] = place.pathname
}

note()
onNavigation(note)

/** The path to which the browser's Back leads. Undefined if this visit does not know it, as after a reload. */
export function previousPath(): string | undefined {
  return paths[(currentLocation()?.depth ?? 0) - 1]
}

import type { Draft } from '../../../contract/organisation/drafts.ts'

/** The name under which the server stores a file of a course. Drawings are cleaned first, so they get another name. */
export function storedName(
  { courseId, files }: Pick<Draft, 'courseId' | 'files'>,
  name: string,
  path = `media/${name}`,
): string {
  const file = files.find(one => one.name === path)
  const dot = name.lastIndexOf('.')
  return `${courseId}.${name.slice(0, dot)}-${file?.digest.slice(0, 8) ?? ''}${name.slice(dot).toLowerCase()}`
}

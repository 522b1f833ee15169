/** A file of a course folder, by its content. `name` is a path in the folder, such as `lessons/01-begin.yaml`. */
export type CourseFile = { name: string; digest: string; bytes: number }

export const LESSON_FILE = /^lessons\/(\d{2,3})-([A-Za-z0-9_-]+)\.yaml$/

/** Texts are stored in the database; all other files are below `originals/`. */
export function isText(name: string): boolean {
  return name === 'course.yaml' || /^lessons\/[^/]+\.yaml$/.test(name)
}

export function isFilmName(name: string): boolean {
  return /^media\/.*\.mp4$/i.test(name)
}

/** In the order of a folder: course.yaml, what is beside it, lessons, media. */
export function inFolderOrder<File extends { name: string }>(files: readonly File[]): File[] {
  const rank = ({ name }: File) => ['course.yaml', 'icon', 'lessons', 'media'].indexOf(kindOf(name))
  return files.toSorted((one, other) => rank(one) - rank(other) || (one.name < other.name ? -1 : 1))
}

function kindOf(name: string): string {
  if (name === 'course.yaml') return name
  return name.includes('/') ? (name.split('/')[0] as string) : 'icon'
}

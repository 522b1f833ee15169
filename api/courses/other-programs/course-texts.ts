import { stringify } from 'yaml'
import type { Language } from '../../../contract/languages.ts'
import { safe } from '../writing/yaml-value.ts'

export type WrittenPage = Record<string, unknown> & { id: string; type: string }
type Lesson = { title: string; pages: readonly WrittenPage[] }
type About = { title: string; language: Language }

/** The YAML files of a course, by name. */
export function courseTexts(id: string, { title, language }: About, lessons: readonly Lesson[]): Map<string, string> {
  const digits = Math.max(2, String(lessons.length).length)
  const written = lessons.map(({ title, pages }, index) => {
    const number = String(index + 1).padStart(digits, '0')
    const name = `lessons/${number}-${slugOf(title) || 'lesson'}.yaml`
    return [name, yaml({ id: `${id.slice(0, 60)}-${index + 1}`, title: title || String(index + 1), pages })] as const
  })
  return new Map([['course.yaml', yaml({ id, language, title, description: '' })], ...written])
}

function yaml(value: unknown): string {
  return stringify(safe(value), { lineWidth: 0, blockQuote: 'literal' })
}

/** A title as an id or file name: its Latin letters and digits. */
export function slugOf(title: string): string {
  const letters = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return letters.slice(0, 40).replace(/^-+|-+$/g, '')
}

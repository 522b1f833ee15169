import type { Language } from '../../../contract/languages.ts'
import type { LeftOut, PageNote } from '../../../contract/organisation/other-programs.ts'

/** A page as it was found in a file of another program. */
export type SketchPage = {
  /** A name of contract/pages/. */
  type: string
  textContent: string
  hint?: string
  options?: Record<string, unknown>
  avFilename?: string
  captions?: string
  alt?: string
  /** The name of this kind in the other program. */
  was: string
  notes: readonly PageNote[]
}

export type SketchLesson = { title: string; pages: SketchPage[] }

/** A course as found in the file, and the parts of the file that are in no page. */
export type Sketch = {
  title: string
  language: Language | undefined
  lessons: SketchLesson[]
  left: LeftOut[]
  /** Nothing but text: no title, no heading, no question. */
  isOnlyText?: boolean
}

/** Stores a picture, sound or film and returns its name in `media/`. Undefined if phones cannot show its format. */
export type SaveMedia = (name: string, bytes: Buffer) => Promise<string | undefined>

/** Lessons in the order in which they first come. */
export class Lessons {
  readonly #lessons = new Map<string, SketchLesson>()

  lesson(title: string): SketchLesson {
    const lesson = this.#lessons.get(title) ?? { title, pages: [] }
    this.#lessons.set(title, lesson)
    return lesson
  }

  get filled(): SketchLesson[] {
    return [...this.#lessons.values()].filter(({ pages }) => pages.length > 0)
  }
}

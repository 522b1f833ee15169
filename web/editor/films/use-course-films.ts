import { useEffect, useState } from 'react'
import { type CourseFilm, listCourseFilms } from '../../../contract/organisation/media/films.ts'
import { call } from '../../api.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'

const AGAIN_MS = 3000

export type CourseFilms = { canMake: boolean; films: readonly CourseFilm[] }

/**
 * The films of a course at the server. They are loaded again and again while the server makes sizes of a film, or while
 * it does not know the film `wanted`, whose name is still on its way. `known` is undefined until the first reply.
 */
export function useCourseFilms(
  courseId: string,
  version: unknown,
  wanted?: string,
): { known: CourseFilms | undefined; ask(): void } {
  const { language } = useLanguage()
  const [known, setKnown] = useState<CourseFilms>()
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version of the draft may have other films.
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = () => {
      timer = setTimeout(() => (document.hidden ? again() : void ask()), AGAIN_MS)
    }
    async function ask() {
      try {
        const { data } = await call(listCourseFilms, { params: { id: courseId }, query: { language } }, { signal })
        if (signal.aborted) return
        setKnown(data)
        const isKnown = wanted === undefined || data.films.some(({ name }) => name === wanted)
        if (!isKnown || data.films.some(isInMaking)) again()
      } catch {
        if (!signal.aborted) again()
      }
    }
    void ask()
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [courseId, language, version, wanted, round])
  return { known, ask: () => setRound(before => before + 1) }
}

export function isInMaking({ state }: Pick<CourseFilm, 'state'>): boolean {
  return state === 'waiting' || state === 'making'
}

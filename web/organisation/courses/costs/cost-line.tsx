import { useEffect, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Draft } from '../../../../contract/organisation/drafts.ts'
import { type DraftCosts, getDraftCosts } from '../../../../contract/organisation/media/author-files.ts'
import { call } from '../../../api.ts'
import type { DraftMedia } from '../../../editor/draft/draft-media.ts'
import { useSizeInWords } from '../../../media/size-in-words.ts'
import { Icon } from '../../../ui/icon.tsx'
import { costOf } from './cost-of.ts'

type Props = {
  draft: Draft
  media: DraftMedia
  /** A page, or all pages of a lesson. */
  pages: readonly Draft['lessons'][number]['pages'][number][]
  lessonKey: string
  isLesson: boolean
}

/** In bytes. A page with more has a warning. */
const MUCH = 2_000_000
/** Bytes that a poor network carries in a minute: 256 kbit/s. */
const BYTES_A_MINUTE = 1_920_000

/** The bytes of a page or a lesson for a learner, with and without the data saver. */
export function CostLine({ draft, media, pages, lessonKey, isLesson }: Props) {
  const t = useTranslations('pictures')
  const sizeInWords = useSizeInWords()
  const costs = useCosts(draft, isLesson ? lessonKey : undefined)
  const { usual, saving } = useMemo(() => {
    const bytesOf = (name: string) => media.bytesOf(name)?.now ?? 0
    return costOf(draft.files, pages, bytesOf, costs)
  }, [draft.files, pages, media, costs])
  if (usual === 0) return null
  const sizes = { usual: sizeInWords(usual), saving: sizeInWords(saving) }
  return (
    <div className={usual > MUCH && !isLesson ? 'cost-line is-much' : 'cost-line'}>
      <Icon name={usual > MUCH && !isLesson ? 'warning' : 'download'} />
      <p>
        {t(isLesson ? 'lessonCosts' : 'pageCosts', sizes)}
        {saving < usual && ` ${t('costsSaving', sizes)}`}
        {usual > MUCH && !isLesson && ` ${t('longWait', { count: Math.round(usual / BYTES_A_MINUTE) })}`}
      </p>
    </div>
  )
}

/** Sizes that only the server knows: those of films, and of the compressed text of the lesson. */
function useCosts({ courseId, files }: Draft, lesson: string | undefined): DraftCosts {
  const [costs, setCosts] = useState<DraftCosts>({ films: [], text: 0 })
  const known = files.map(({ digest }) => digest).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other files cost something else.
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const query = lesson === undefined ? {} : { lesson }
    void call(getDraftCosts, { params: { id: courseId }, query }, { signal })
      .then(({ data }) => signal.aborted || setCosts(data))
      .catch(() => {})
    return () => leaving.abort()
  }, [courseId, lesson, known])
  return costs
}

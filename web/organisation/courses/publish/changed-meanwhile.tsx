import { useTranslations } from 'use-intl'
import { compareCourse } from '../../../../contract/organisation/course-files.ts'
import { listVersions } from '../../../../contract/organisation/course-versions.ts'
import { type Draft, listDraftChanges } from '../../../../contract/organisation/drafts.ts'
import type { Author } from '../../../../contract/organisation/edits.ts'
import { call } from '../../../api.ts'
import { isolated } from '../../../i18n/isolated.ts'
import { useLanguage } from '../../../i18n/language-provider.tsx'
import { nameInText } from '../../../messages/person-name.tsx'
import { useQuery } from '../../../queries/use-query.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useNameOf } from '../../team/use-name-of.ts'
import { Changes } from '../compare/changes.tsx'

type Props = {
  /** The draft that the author was about to publish. */
  seen: Draft
  onGoOn(): void
}

/** Shows the edits and versions of others since the author looked, before they reach learners. */
export function ChangedMeanwhile({ seen, onGoOn }: Props) {
  const t = useTranslations('editor.publish')
  const v = useTranslations('editor.versions')
  const { language } = useLanguage()
  const news = useQuery({
    queryKey: ['organisation', 'meanwhile', seen.courseId, String(seen.revision), String(seen.version)],
    queryFn: () => sinceThen(seen),
    staleTime: 0,
  })
  const { version, by = null, compared, writers } = news.data ?? {}
  const nameOf = useNameOf(by?.name === null)
  const name = nameInText(by === null ? v('operator') : nameOf(by), language)
  return (
    <div className="stack">
      <p className="said-wait">
        <Icon name="warning" />
        <b>{version === undefined ? t('writtenMeanwhile') : t('publishedMeanwhile', { version, name })}</b>
      </p>
      {news.isPending && <p role="status">{t('loading')}</p>}
      {compared && <Changes compared={compared} />}
      {writers && writers.length > 0 && <p>{t('writers', { names: writers.join(t('sep')) })}</p>}
      <button className="btn wide" type="button" onClick={onGoOn}>
        {t('goOn')}
      </button>
    </div>
  )
}

type News = {
  version?: number
  by?: Author | null
  compared?: Awaited<ReturnType<typeof comparison>>
  writers: string[]
}

async function sinceThen(seen: Draft): Promise<News> {
  const params = { id: seen.courseId }
  const [newest] = (await call(listVersions, { params })).data
  if (newest && newest.number !== seen.version) {
    const compared = seen.version === null ? undefined : await comparison(params, seen.version, newest.number)
    return { version: newest.number, by: newest.by, writers: [], ...(compared ? { compared } : {}) }
  }
  const { edits } = (await call(listDraftChanges, { params, query: { since: String(seen.revision) as never } })).data
  return { writers: [...new Set(edits.flatMap(({ by }) => (by.name ? [isolated(by.name)] : [])))] }
}

async function comparison(params: { id: string }, before: number, after: number) {
  return (await call(compareCourse, { params, query: { a: String(before), b: String(after) } })).data
}

import { useTranslations } from 'use-intl'
import { compareCourse } from '../../../../contract/organisation/course-files.ts'
import { listVersions } from '../../../../contract/organisation/course-versions.ts'
import { type Draft, draftChanges } from '../../../../contract/organisation/drafts.ts'
import { call } from '../../../api.ts'
import { useQuery } from '../../../queries/use-query.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Changes } from '../compare/changes.tsx'

type Props = {
  /** The draft that the author was about to publish. */
  seen: Draft
  onGoOn(): void
}

/** Shows the edits and versions of others since the author looked, before they reach learners. */
export function ChangedMeanwhile({ seen, onGoOn }: Props) {
  const t = useTranslations('editor.publish')
  const news = useQuery({
    queryKey: ['organisation', 'meanwhile', seen.courseId, String(seen.revision), String(seen.baseVersion)],
    queryFn: () => sinceThen(seen),
    staleTime: 0,
  })
  const { version, by, compared, writers } = news.data ?? {}
  return (
    <div className="stack">
      <p className="said-wait">
        <Icon name="warning" />
        <b>{version === undefined ? t('writtenMeanwhile') : t('publishedMeanwhile', { version, name: by ?? '' })}</b>
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

type News = { version?: number; by?: string; compared?: Awaited<ReturnType<typeof comparison>>; writers: string[] }

async function sinceThen(seen: Draft): Promise<News> {
  const params = { id: seen.courseId }
  const [newest] = (await call(listVersions, { params })).data
  if (newest && newest.number !== seen.baseVersion) {
    const compared = seen.baseVersion === null ? undefined : await comparison(params, seen.baseVersion, newest.number)
    const by = `\u2068${newest.by?.name ?? ''}\u2069`
    return { version: newest.number, by, writers: [], ...(compared ? { compared } : {}) }
  }
  const { edits } = (await call(draftChanges, { params, query: { since: String(seen.revision) as never } })).data
  return { writers: [...new Set(edits.flatMap(({ by }) => (by.name ? [`\u2068${by.name}\u2069`] : [])))] }
}

async function comparison(params: { id: string }, before: number, after: number) {
  return (await call(compareCourse, { params, query: { a: String(before), b: String(after) } })).data
}

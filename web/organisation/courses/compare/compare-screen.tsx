import { useFormatter, useTranslations } from 'use-intl'
import { compareCourse } from '../../../../contract/organisation/course-files.ts'
import { type CourseVersion, listVersions } from '../../../../contract/organisation/course-versions.ts'
import { call } from '../../../api.ts'
import { useQuery } from '../../../queries/use-query.ts'
import { paramsIn } from '../../../router/path.ts'
import { updateEntry } from '../../../router/router.ts'
import { useLocation } from '../../../router/use-location.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { BackLink } from '../../frame/back-link.tsx'
import { orgCoursesQuery } from '../courses-query.ts'
import { Changes } from './changes.tsx'

/** Compares two versions of a course, or a version with the draft. The URL names both. */
export function CompareScreen() {
  const t = useTranslations('courseFiles')
  const { pathname, search } = useLocation()
  const { courseId = '' } = (paramsIn('/org/courses/$courseId/compare', pathname) ?? {}) as { courseId?: string }
  const words = new URLSearchParams(search)
  const courses = useQuery(orgCoursesQuery)
  const versions = useQuery({
    queryKey: ['organisation', 'versions', courseId],
    queryFn: async () => (await call(listVersions, { params: { id: courseId } })).data,
  })
  if (versions.isPending || courses.isPending) return <LoadingScreen />
  if (!versions.data) return <LoadFailed error={versions.error} text={t('error')} onRetry={versions.refetch} />
  const course = courses.data?.courses.find(({ id }) => id === courseId)
  const known = versions.data.filter(({ hasFiles }) => hasFiles)
  const newest = String(known[0]?.number ?? 'draft')
  const [a, b] = [words.get('a') ?? String(known[1]?.number ?? newest), words.get('b') ?? newest]
  const show = (side: { a: string } | { b: string }) => {
    // The URL has changed already if a second choice comes before the first one is drawn.
    const inUrl = Object.fromEntries(new URLSearchParams(location.search))
    updateEntry({ search: `?${new URLSearchParams({ a, b, ...inUrl, ...side })}` })
  }
  return (
    <main className="page">
      <header>
        <div className="grow">
          <BackLink to={`/org/courses/${encodeURIComponent(courseId)}/versions`}>{t('versions')}</BackLink>
          <h1 tabIndex={-1}>{t('compareTitle')}</h1>
          <p className="lead">
            <bdi>{course?.title}</bdi>
          </p>
        </div>
      </header>
      <div className="compare-sides">
        <Side
          label={t('from')}
          value={a}
          {...{ known }}
          hasDraft={Boolean(course?.draft)}
          onChange={a => show({ a })}
        />
        <Side label={t('to')} value={b} {...{ known }} hasDraft={Boolean(course?.draft)} onChange={b => show({ b })} />
      </div>
      <Difference key={`${a} ${b}`} {...{ courseId, a, b }} />
    </main>
  )
}

type SideProps = {
  label: string
  value: string
  known: readonly CourseVersion[]
  hasDraft: boolean
  onChange(value: string): void
}

function Side({ label, value, known, hasDraft, onChange }: SideProps) {
  const t = useTranslations('courseFiles')
  const format = useFormatter()
  return (
    <label className="field">
      <b>{label}</b>
      <select className="input" value={value} onChange={({ target }) => onChange(target.value)}>
        {(hasDraft || value === 'draft') && <option value="draft">{t('draft')}</option>}
        {known.map(({ number, madeAt }) => (
          <option key={number} value={String(number)}>
            {t('versionOf', { version: number, date: format.dateTime(madeAt, { dateStyle: 'medium' }) })}
          </option>
        ))}
      </select>
    </label>
  )
}

function Difference({ courseId, a, b }: { courseId: string; a: string; b: string }) {
  const t = useTranslations('courseFiles')
  const compared = useQuery({
    queryKey: ['organisation', 'compare', courseId, a, b],
    queryFn: async () => (await call(compareCourse, { params: { id: courseId }, query: { a, b } })).data,
    staleTime: 0,
  })
  if (compared.isPending) return <LoadingScreen />
  if (!compared.data) return <LoadFailed error={compared.error} text={t('compareError')} onRetry={compared.refetch} />
  return (
    <section className="card">
      <h2>{t('differences')}</h2>
      <Changes compared={compared.data} sides={{ courseId, a, b }} />
    </section>
  )
}

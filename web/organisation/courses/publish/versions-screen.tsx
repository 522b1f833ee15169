import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { type CourseVersion, listVersions } from '../../../../contract/organisation/course-versions.ts'
import { call } from '../../../api.ts'
import { EditIcon } from '../../../editor/edit-icon.tsx'
import { useLanguage } from '../../../i18n/language-provider.tsx'
import { nameInText } from '../../../messages/person-name.tsx'
import { queryClient } from '../../../queries/query-client.ts'
import { useQuery } from '../../../queries/use-query.ts'
import { paramsIn } from '../../../router/path.ts'
import { useLocation } from '../../../router/use-location.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { AsOf } from '../../frame/as-of.tsx'
import { OrgLink } from '../../frame/org-link.tsx'
import { useNameOf } from '../../team/use-name-of.ts'
import { orgCoursesQuery } from '../courses-query.ts'
import { SaveZip } from '../files/save-zip.tsx'
import { editorPath } from '../places-in-course.ts'
import { RollBack, Withdraw } from './version-sheets.tsx'
import './publish.css'

/** All versions of a course, the newest first. Going back makes a new version like the old one. */
export function VersionsScreen() {
  const t = useTranslations('editor.versions')
  const { pathname, search } = useLocation()
  const { courseId = '' } = (paramsIn('/org/courses/$courseId/versions', pathname) ?? {}) as { courseId?: string }
  const courses = useQuery(orgCoursesQuery)
  const versions = useQuery({
    queryKey: ['organisation', 'versions', courseId],
    queryFn: async () => (await call(listVersions, { params: { id: courseId } })).data,
  })
  const [chosen, setAsked] = useState<CourseVersion | 'withdraw' | 'nothing'>()
  if (versions.isPending || courses.isPending) return <LoadingScreen />
  if (!versions.data) return <LoadFailed error={versions.error} text={t('error')} onRetry={versions.refetch} />
  const course = courses.data?.courses.find(({ id }) => id === courseId)
  const [newest] = versions.data
  // The audit log links here to take a publish back.
  const wanted = Number(new URLSearchParams(search).get('back'))
  const asked =
    chosen ?? versions.data.find(({ number, hasFiles }) => number === wanted && number !== newest?.number && hasFiles)
  const isShown = course?.state === 'published' || course?.state === 'beta'

  function done() {
    setAsked('nothing')
    void versions.refetch()
    void queryClient.invalidateQueries({ queryKey: orgCoursesQuery.queryKey })
  }

  return (
    <main className="page">
      <header>
        <div className="grow">
          <h1 tabIndex={-1}>{t('title')}</h1>
          <p className="lead">
            <bdi>{course?.title}</bdi>
          </p>
        </div>
        <OrgLink className="btn second small" to={editorPath(courseId)}>
          {t('toDraft')}
        </OrgLink>
      </header>
      <AsOf of={versions} />
      <section className="card">
        {versions.data.length === 0 && <p>{t('none')}</p>}
        {course?.draft && (
          <Draft courseId={courseId} from={newest?.hasFiles ? newest.number : null} pages={course.draft.changedPages} />
        )}
        <ol className="versions">
          {versions.data.map(version => (
            <Version
              key={version.number}
              courseId={courseId}
              version={version}
              newest={newest?.number ?? null}
              isNewest={version === newest}
              onBack={version === newest || !version.hasFiles ? undefined : () => setAsked(version)}
            />
          ))}
        </ol>
        {versions.data.length > 1 && <p className="meta">{t('backAbout')}</p>}
      </section>
      {isShown && (
        <div>
          <button className="btn second small" type="button" onClick={() => setAsked('withdraw')}>
            {t('withdraw')}
          </button>
        </div>
      )}
      {asked === 'withdraw' && (
        <Withdraw courseId={courseId} people={course?.inItNow ?? 0} onClose={() => setAsked('nothing')} onDone={done} />
      )}
      {typeof asked === 'object' && (
        <RollBack
          courseId={courseId}
          to={asked}
          newest={newest?.number ?? null}
          onClose={() => setAsked('nothing')}
          onDone={done}
          onChanged={() => void versions.refetch()}
        />
      )}
    </main>
  )
}

/** The row of the draft, which has no version number. */
function Draft({ courseId, from, pages }: { courseId: string; from: number | null; pages: number }) {
  const t = useTranslations('editor.versions')
  const f = useTranslations('courseFiles')
  return (
    <div className="versions">
      <div className="version">
        <span className="badge">
          <EditIcon name="pen" />
        </span>
        <div className="grow">
          <b>{from === null ? f('draft') : f('draftOf', { version: from, count: pages })}</b>
          <div className="row version-acts">
            {from !== null && (
              <OrgLink className="btn quiet small" to={comparePath(courseId, String(from), 'draft')}>
                {t('compare')}
              </OrgLink>
            )}
            <SaveZip courseId={courseId} version="draft" />
          </div>
        </div>
      </div>
    </div>
  )
}

function comparePath(courseId: string, a: string, b: string): string {
  return `/org/courses/${encodeURIComponent(courseId)}/compare?${new URLSearchParams({ a, b })}`
}

type VersionProps = {
  courseId: string
  version: CourseVersion
  newest: number | null
  isNewest: boolean
  onBack: (() => void) | undefined
}

function Version({ courseId, version, newest, isNewest, onBack }: VersionProps) {
  const t = useTranslations('editor.versions')
  const format = useFormatter()
  const { number, madeAt, kind, by, reason, from } = version
  const { language } = useLanguage()
  const nameOf = useNameOf(by?.name === null)
  const who = by === null ? t('operator') : nameOf(by)
  const parts = [
    format.dateTime(madeAt, { dateStyle: 'medium', timeStyle: 'short' }),
    t(`kind.${kind}`, { from: from ?? 0 }),
    nameInText(who, language),
  ]
  return (
    <li>
      <span className={isNewest ? 'badge good' : 'badge'}>
        <EditIcon name={isNewest ? 'cloud' : 'history'} />
      </span>
      <div className="grow">
        <b>{t(isNewest ? 'newest' : 'version', { version: number })}</b>
        <span className="meta">{parts.join(t('sep'))}</span>
        {reason && (
          <span className="reason" dir="auto">
            {reason}
          </span>
        )}
        <div className="row version-acts">
          {onBack && (
            <button className="btn quiet small" type="button" onClick={onBack}>
              {t('back')}
            </button>
          )}
          {onBack && (
            <OrgLink className="btn quiet small" to={comparePath(courseId, String(number), String(newest))}>
              {t('compare')}
            </OrgLink>
          )}
          {version.hasFiles && <SaveZip courseId={courseId} version={number} />}
        </div>
      </div>
    </li>
  )
}

import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import {
  type CourseVersion,
  getEffects,
  listVersions,
  rollBackCourse,
  withdrawCourse,
} from '../../../../contract/organisation/course-versions.ts'
import { call } from '../../../api.ts'
import { EditIcon } from '../../../editor/edit-icon.tsx'
import { queryClient } from '../../../queries/query-client.ts'
import { useQuery } from '../../../queries/use-query.ts'
import { paramsIn } from '../../../router/path.ts'
import { usePlace } from '../../../router/use-place.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { Sheet } from '../../../ui/sheet/sheet.tsx'
import { OrgLink } from '../../frame/org-link.tsx'
import { Problem } from '../../frame/problem.tsx'
import { useAct } from '../../frame/use-act.ts'
import { orgCoursesQuery } from '../courses-query.ts'
import { editorPath } from '../places-in-course.ts'
import { EffectsList } from './effects-list.tsx'
import './publish.css'

/** All versions of a course, the newest first. Going back makes a new version like the old one. */
export function VersionsScreen() {
  const t = useTranslations('editor.versions')
  const { pathname } = usePlace()
  const { courseId = '' } = (paramsIn('/org/courses/$courseId/versions', pathname) ?? {}) as { courseId?: string }
  const courses = useQuery(orgCoursesQuery)
  const versions = useQuery({
    queryKey: ['organisation', 'versions', courseId],
    queryFn: async () => (await call(listVersions, { params: { id: courseId } })).data,
  })
  const [asked, setAsked] = useState<CourseVersion | 'withdraw'>()
  if (versions.isPending || courses.isPending) return <LoadingScreen />
  if (!versions.data) return <LoadFailed error={versions.error} text={t('error')} onRetry={versions.refetch} />
  const course = courses.data?.courses.find(({ id }) => id === courseId)
  const [newest] = versions.data
  const isShown = course?.state === 'published' || course?.state === 'beta'

  function done() {
    setAsked(undefined)
    void versions.refetch()
    void queryClient.invalidateQueries({ queryKey: orgCoursesQuery.queryKey })
  }

  return (
    <main className="page">
      <header>
        <div className="grow">
          <h1 tabIndex={-1}>{t('title')}</h1>
          <p className="lead" dir="auto">
            {course?.title}
          </p>
        </div>
        <OrgLink className="btn second small" to={editorPath(courseId)}>
          {t('toDraft')}
        </OrgLink>
      </header>
      <section className="card">
        {versions.data.length === 0 && <p>{t('none')}</p>}
        <ol className="versions">
          {versions.data.map(version => (
            <Version
              key={version.number}
              version={version}
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
        <Withdraw courseId={courseId} people={course?.inItNow ?? 0} onClose={() => setAsked(undefined)} onDone={done} />
      )}
      {asked && asked !== 'withdraw' && (
        <RollBack
          courseId={courseId}
          to={asked}
          newest={newest?.number ?? null}
          onClose={() => setAsked(undefined)}
          onDone={done}
        />
      )}
    </main>
  )
}

type VersionProps = { version: CourseVersion; isNewest: boolean; onBack: (() => void) | undefined }

function Version({ version, isNewest, onBack }: VersionProps) {
  const t = useTranslations('editor.versions')
  const format = useFormatter()
  const { number, madeAt, kind, by, reason, from } = version
  const who = by === null ? t('operator') : (by.name ?? t('somebody'))
  const parts = [
    format.dateTime(madeAt, { dateStyle: 'medium', timeStyle: 'short' }),
    t(`kind.${kind}`, { from: from ?? 0 }),
    `\u2068${who}\u2069`,
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
        {onBack && (
          <button className="btn quiet small" type="button" onClick={onBack}>
            {t('back')}
          </button>
        )}
      </div>
    </li>
  )
}

type RollBackProps = { courseId: string; to: CourseVersion; newest: number | null; onClose(): void; onDone(): void }

function RollBack({ courseId, to, newest, onClose, onDone }: RollBackProps) {
  const t = useTranslations('editor.versions')
  const act = useAct()
  const params = { id: courseId }
  const effects = useQuery({
    queryKey: ['organisation', 'effects', courseId, 'back', String(to.number)],
    queryFn: async () => (await call(getEffects, { params, query: { version: String(to.number) as never } })).data,
  })

  async function goBack() {
    const body = { to: to.number, version: newest }
    if (await act.make(idempotencyKey => call(rollBackCourse, { params, body }, { idempotencyKey }))) onDone()
  }

  return (
    <Sheet title={t('backTo', { version: to.number })} isBusy={act.isBusy} onClose={onClose}>
      {effects.data && <EffectsList effects={effects.data} isNew={false} />}
      <p className="meta">{t('backAbout')}</p>
      <Problem of={act} />
      <button className="btn wide" type="button" aria-busy={act.isBusy} onClick={() => void goBack()}>
        {t('back')}
      </button>
    </Sheet>
  )
}

type WithdrawProps = { courseId: string; people: number; onClose(): void; onDone(): void }

function Withdraw({ courseId, people, onClose, onDone }: WithdrawProps) {
  const t = useTranslations('editor.versions')
  const act = useAct()

  async function withdraw() {
    const params = { id: courseId }
    if (await act.make(idempotencyKey => call(withdrawCourse, { params }, { idempotencyKey }))) onDone()
  }

  return (
    <Sheet title={t('withdrawTitle')} isBusy={act.isBusy} onClose={onClose}>
      <p>{t('withdrawLead', { count: people })}</p>
      <p className="meta">{t('withdrawAbout')}</p>
      <Problem of={act} />
      <button className="btn wide" type="button" aria-busy={act.isBusy} onClick={() => void withdraw()}>
        {t('withdraw')}
      </button>
    </Sheet>
  )
}

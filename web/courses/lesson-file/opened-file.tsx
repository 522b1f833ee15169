import { type ReactNode, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Course } from '../../../contract/courses.ts'
import { isolated } from '../../i18n/isolated.ts'
import { directionOf } from '../../i18n/language.ts'
import { FileIcon } from '../../lesson-files/file-icon.tsx'
import { addLessonFile, type OpenedLessonFile } from '../../lesson-files/open-lesson-file.ts'
import type { LessonFile } from '../../lesson-files/read-lesson-file.ts'
import { useSizeInWords } from '../../media/size-in-words.ts'
import { Link } from '../../router/link.tsx'
import { useFocusAfter } from '../../ui/focus-arrival.ts'
import { Icon } from '../../ui/icon.tsx'
import { courseColour } from '../course-colour.ts'
import { CourseEmblem } from '../emblem/course-emblem.tsx'
import { SpaceForFile } from './space-for-file.tsx'

type Props = {
  opened: OpenedLessonFile
  uid: string
  /** Chooses another file. */
  onOther(): void
}

type Adding = 'asked' | 'adding' | 'added' | 'noRoom' | 'failed'

/** Says what the file is, and offers what the person can do with it. */
export function OpenedFile({ opened, uid, onOther }: Props) {
  const t = useTranslations('file')
  const format = useFormatter()
  const inWords = useSizeInWords()
  const [adding, setAdding] = useState<Adding>('asked')
  useFocusAfter()
  const { kind } = opened

  if (kind === 'good') return good(opened.file, opened.course)
  if (kind === 'here')
    return (
      <Screen seal="good" title={t('here')} lead={t('hereLead')}>
        <Lesson course={opened.course} file={opened.file} />
        <Acts>{openLesson(opened.course, opened.file)}</Acts>
      </Screen>
    )
  if (kind === 'old')
    return (
      <Screen seal="old" title={t('old')} lead={t('oldLead', { date: format.dateTime(opened.hereAt, DAY_AND_MONTH) })}>
        <Lesson course={opened.course} file={opened.file} />
        <Acts>
          {openLesson(opened.course, opened.file, t('openNew'))}
          {home()}
        </Acts>
      </Screen>
    )
  const same = 'same' in opened ? opened.same : undefined
  return (
    <Screen seal={kind === 'forged' ? 'bad' : 'unknown'} title={t(kind)} lead={t(`${kind}Lead`)}>
      {kind === 'forged' && <p className="meta">{t('forgedHint')}</p>}
      <Acts>
        {same && (
          <Link className="btn wide" to="/courses/$courseId/lessons/$lessonId" params={same}>
            {t('online')}
          </Link>
        )}
        <button className={same ? 'btn second wide' : 'btn wide'} type="button" onClick={onOther}>
          {t('otherFile')}
        </button>
        {home()}
      </Acts>
    </Screen>
  )

  function good(file: LessonFile, course: Course) {
    if (adding === 'added')
      return (
        <Screen key="added" seal="good" title={t('added')} lead={t('addedLead')}>
          <Lesson course={course} file={file} />
          <Acts>
            {openLesson(course, file)}
            {home()}
          </Acts>
        </Screen>
      )
    if (adding === 'noRoom' || adding === 'failed')
      return (
        <Screen key={adding} seal="bad" title={t(adding)} lead={t(`${adding}Lead`, { size: inWords(file.bytes) })}>
          <Acts>
            {adding === 'noRoom' && <SpaceForFile bytes={file.bytes} onRoom={() => void add(file)} />}
            <button
              className={adding === 'noRoom' ? 'btn quiet wide' : 'btn wide'}
              type="button"
              onClick={() => void add(file)}
            >
              {t('again')}
            </button>
            {home()}
          </Acts>
        </Screen>
      )
    return (
      <Screen seal="good" title={t('good')}>
        <Lesson course={course} file={file} />
        <p>{t('goodLead', { org: isolated(hostOf(file.manifest.issuer)) })}</p>
        <Acts>
          <button className="btn wide" type="button" aria-busy={adding === 'adding'} onClick={() => void add(file)}>
            {t(adding === 'adding' ? 'adding' : 'keep', { size: inWords(file.bytes) })}
          </button>
          <Link className="btn quiet wide" to="/">
            {t('notNow')}
          </Link>
        </Acts>
      </Screen>
    )
  }

  async function add(file: LessonFile): Promise<void> {
    if (adding === 'adding') return
    setAdding('adding')
    const hasRoom = await addLessonFile(uid, file).catch(() => undefined)
    if (hasRoom === undefined) return setAdding('failed')
    setAdding(hasRoom ? 'added' : 'noRoom')
  }

  function openLesson(course: Course, { manifest }: LessonFile, label = t('open')) {
    const params = { courseId: course.id, lessonId: manifest.lessonId }
    return (
      <Link className="btn wide" to="/courses/$courseId/lessons/$lessonId" params={params}>
        {label}
      </Link>
    )
  }

  function home() {
    return (
      <Link className="btn quiet wide" to="/">
        {t('home')}
      </Link>
    )
  }
}

const DAY_AND_MONTH = { day: 'numeric', month: 'long' } as const

type Seal = 'good' | 'bad' | 'old' | 'unknown'
const signs = { bad: 'warning', old: 'clock', unknown: 'info' } as const

type ScreenProps = { seal: Seal; title: string; lead?: string; children: ReactNode }

function Screen({ seal, title, lead, children }: ScreenProps) {
  return (
    <main className="page narrow stack center file-screen">
      <span className={`seal is-${seal}`}>
        {seal === 'good' ? <FileIcon name="shield" /> : <Icon name={signs[seal]} />}
      </span>
      <h1 tabIndex={-1}>{title}</h1>
      {lead && <p>{lead}</p>}
      {children}
    </main>
  )
}

function Acts({ children }: { children: ReactNode }) {
  return <div className="stack tight file-acts">{children}</div>
}

function Lesson({ course, file }: { course: Course; file: LessonFile }) {
  const { language } = course
  return (
    <section className="card row tone file-card" style={courseColour(course)}>
      <CourseEmblem course={course} />
      <span className="grow" lang={language} dir={directionOf(language)}>
        <b>{file.content.lesson.title}</b>
        <small>{course.title}</small>
      </span>
    </section>
  )
}

function hostOf(url: string): string {
  try {
    return new URL(url).host
  } catch {
    return url
  }
}

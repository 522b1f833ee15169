import { useTranslations } from 'use-intl'
import type { Comparison, Difference } from '../../../../contract/organisation/course-files.ts'
import { isolated } from '../../../i18n/isolated.ts'
import { ChangedField } from './changed-field.tsx'
import { ChangedFiles, type Sides } from './changed-files.tsx'
import './compare.css'

type Props = {
  compared: Comparison
  /** The versions whose pictures are shown. If undefined, only the names of files are shown. */
  sides?: Sides
}

/** The differences of two states of a course, by lesson and page. Signs show them, not only colours. */
export function Changes({ compared: { pages, differences, files }, sides }: Props) {
  const t = useTranslations('courseFiles')
  if (differences.length + files.length === 0) return <p>{t('same')}</p>
  const ofPages = differences.filter(({ what }) => what === 'page')
  const changed = new Set(ofPages.map(placeOf)).size
  const removed = ofPages.filter(({ kind }) => kind === 'removed').length
  return (
    <>
      <p className="change-legend">
        <ins>{t('legend.added')}</ins> <del>{t('legend.removed')}</del>{' '}
        <span>{t('pagesChanged', { count: changed, pages: pages + removed })}</span>
      </p>
      <ol className="changes">
        {differences.map(difference => (
          <OneChange key={`${difference.kind} ${difference.what} ${placeOf(difference)}`} difference={difference} />
        ))}
      </ol>
      {files.length > 0 && <ChangedFiles files={files} {...(sides ? { sides } : {})} />}
    </>
  )
}

function placeOf({ lessonId, pageId }: Difference): string {
  return `${lessonId} ${pageId}`
}

const SIGNS = { added: '+', removed: '−', moved: '↕', changed: '±' } as const

function OneChange({ difference }: { difference: Difference }) {
  const t = useTranslations('courseFiles')
  const { kind, title, fields } = difference
  return (
    <li className="change">
      <p className="where">
        <span className={`tag ${kind}`}>
          <span aria-hidden="true">{SIGNS[kind]}</span> {t(`kind.${kind}`)}
        </span>
        <span>{useWhere(difference)}</span>
        {title && kind !== 'changed' && (
          <span className="meta" dir="auto">
            {title}
          </span>
        )}
      </p>
      {fields.map(field => (
        <ChangedField key={field.path.join(' ')} field={field} />
      ))}
    </li>
  )
}

function useWhere({ what, lessonTitle, number }: Difference): string {
  const t = useTranslations('courseFiles')
  const lesson = isolated(lessonTitle ?? '')
  if (what === 'course') return t('aboutCourse')
  if (what === 'lesson') return t('lesson', { lesson })
  return t('lessonPage', { lesson, page: number ?? 0 })
}

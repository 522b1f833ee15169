import type { RefObject } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Finding } from '../../../../../contract/organisation/checking/findings.ts'
import type { AtWork } from '../../../../../contract/organisation/drafts.ts'
import type { Change } from '../../../../../contract/organisation/edits.ts'
import type { Sister } from '../../../../../contract/organisation/sister/sister.ts'
import { EditIcon } from '../../../../editor/edit-icon.tsx'
import { MoveButtons } from '../../../../editor/fields/ordered-list.tsx'
import { useReorder } from '../../../../editor/fields/use-reorder.ts'
import { pageFormOf } from '../../../../lessons/pages/forms/index.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { OrgLink } from '../../../frame/org-link.tsx'
import { editorPath } from '../../places-in-course.ts'

/** A lesson, or a page of it. */
export type OutlineEntry = { lesson: string; page: string | undefined; type: string; title: string }

type Props = {
  courseId: string
  entries: readonly OutlineEntry[]
  findings: readonly Finding[]
  atWork: readonly AtWork[]
  sister: Sister | undefined
  lessonId: string | undefined
  pageId: string | undefined
  onMove(change: Change): void
  onAdd(lesson: string): void
}

const keyOf = ({ lesson, page = '' }: OutlineEntry) => `${lesson}/${page}`

/** Lists lessons and pages. A page can be moved, also to another lesson: it belongs to the lesson above it. */
export function OutlineList({ courseId, entries, findings, atWork, sister, lessonId, pageId, onMove, onAdd }: Props) {
  const t = useTranslations('editor')
  const format = useFormatter()
  const known = new Map(entries.map(entry => [keyOf(entry), entry]))
  const broken = new Set(
    findings.flatMap(({ isMistake, path }) =>
      isMistake && path?.[0] === 'lessons' ? [`${path[1]}/${path[3] ?? ''}`] : [],
    ),
  )
  const changedInSister = new Set(
    sister?.pages.flatMap(({ lesson, page, twin }) => (twin ? [`${lesson}/${page}`] : [])),
  )
  const reorder = useReorder({
    keys: entries.map(keyOf),
    first: 1,
    nameOf: key => known.get(key)?.title || t('untitledPage'),
    headingOf(key) {
      const entry = known.get(key)
      return entry && entry.page === undefined ? entry.title || t('untitledLesson') : undefined
    },
    onMove(key, order) {
      const moved = known.get(key)
      const before = known.get(order[order.indexOf(key) - 1] ?? '')
      if (!moved?.page || !before) return
      const to = before.lesson === moved.lesson ? {} : { to: ['lessons', before.lesson, 'pages'] }
      onMove({ op: 'move', path: ['lessons', moved.lesson, 'pages', moved.page], ...to, after: before.page ?? null })
    },
  })
  const numbers = numbersIn(reorder.order.flatMap(key => known.get(key) ?? []))
  return (
    <>
      <ol className="pages" ref={reorder.list as RefObject<HTMLOListElement>}>
        {reorder.order.map(key => {
          const entry = known.get(key)
          if (!entry) return null
          const { lesson, page, type, title } = entry
          const isHere = lessonId === lesson && pageId === page
          const number = <span className="no">{format.number(numbers.get(entry) ?? 0)}</span>
          const others = page === undefined ? [] : atWork.filter(one => one.lesson === lesson && one.page === page)
          const isLifted = reorder.liftedKey === key
          return (
            <li key={key} data-entry={key} className={page === undefined ? 'of-lesson' : liftedClass(isLifted)}>
              {page !== undefined && (
                <button {...reorder.handle(key)}>
                  <EditIcon name="handle" />
                </button>
              )}
              <OrgLink to={editorPath(courseId, lesson, page)} isCurrent={isHere}>
                {number}
                {page !== undefined && <EditIcon name={pageFormOf(type)?.icon ?? 'text'} />}
                <span className="t">
                  <bdi>{title || t(page === undefined ? 'untitledLesson' : 'untitledPage')}</bdi>
                </span>
                {broken.has(key) && (
                  <span className="mark-bad">
                    <Icon name="warning" />
                    <span className="visually-hidden">{t('toMend')}</span>
                  </span>
                )}
                {changedInSister.has(key) && (
                  <span className="mark-there">
                    <Icon name="globe" />
                    <span className="visually-hidden">{t('sister.mark')}</span>
                  </span>
                )}
                {others.map(({ by }) => (
                  <span className="avatar small" key={by.uid ?? ''}>
                    <span aria-hidden="true">{Array.from(by.name ?? '?')[0]}</span>
                    <span className="visually-hidden">{t('isHere', { name: by.name ?? '' })}</span>
                  </span>
                ))}
              </OrgLink>
              {page === undefined && (
                <button
                  className="icon-btn"
                  type="button"
                  aria-label={t('newPageIn', { lesson: title })}
                  onClick={() => onAdd(lesson)}
                >
                  <EditIcon name="plus" />
                </button>
              )}
              {isLifted && (
                <MoveButtons onUp={() => reorder.moveBy(-1)} onDown={() => reorder.moveBy(1)} onDone={reorder.drop} />
              )}
            </li>
          )
        })}
      </ol>
      <p className="visually-hidden" role="status">
        {reorder.said}
      </p>
    </>
  )
}

function liftedClass(isLifted: boolean): string | undefined {
  return isLifted ? 'is-lifted' : undefined
}

/** Numbers of lessons in the course, and of pages in their lesson. */
function numbersIn(entries: readonly OutlineEntry[]): ReadonlyMap<OutlineEntry, number> {
  const numbers = new Map<OutlineEntry, number>()
  let [lessons, pages] = [0, 0]
  for (const entry of entries) {
    if (entry.page === undefined) {
      lessons += 1
      pages = 0
    } else pages += 1
    numbers.set(entry, entry.page === undefined ? lessons : pages)
  }
  return numbers
}

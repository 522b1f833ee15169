import { Fragment, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { InboxRow } from '../../../contract/inbox/inbox.ts'
import { Icon } from '../../ui/icon.tsx'
import { useUid } from '../../user/user.ts'
import { HandedOverNote } from '../handed-over.tsx'
import { useHandedOver } from '../inbox-query.ts'
import { OpenApproveSignIn } from '../let-in/open-approve-sign-in.tsx'
import { OpenMentorSettings } from '../mentor-settings.tsx'
import { AwayNote } from './away-note.tsx'
import { countRows, FILTERS, type Filter, filterRows } from './filter-rows.ts'
import { FoundMessages } from './found-messages.tsx'
import { LearnerRow } from './learner-row.tsx'
import { useUnsentMarks } from './use-unsent-marks.ts'

/** `digits`: by uid, the end of the phone number of learners who have the same name. */
type Props = { rows: readonly InboxRow[]; current: string | undefined; digits: ReadonlyMap<string, string> }

/** The learners who wait, the longest first, then the others. Filters show some of them. */
export function LearnerList({ rows, current, digits }: Props) {
  const t = useTranslations('inbox')
  const [filter, setFilter] = useState<Filter>('all')
  const [search, setSearch] = useState('')
  const title = useRef<HTMLHeadingElement>(null)
  const searchBox = useRef<HTMLInputElement>(null)
  // An open conversation shows its own hand-over.
  const handedOver = useHandedOver().filter(({ uid }) => uid !== current)
  const marks = useUnsentMarks(useUid(), current)
  // An open conversation has its own h1.
  const Title = current === undefined ? 'h1' : 'h2'
  const found = filterRows(rows, filter, search)
  const isElsewhere = found.length === 0 && filterRows(rows, 'all', search).length > 0
  function searchAll() {
    setFilter('all')
    searchBox.current?.focus()
  }
  const waiting = found.filter(row => row.waitingSince !== null)
  const answered = found.filter(row => row.waitingSince === null)
  return (
    <section className="pane queue" data-scroll="queue" aria-label={t('title')}>
      <div className="queue-head stack tight">
        <div className="row">
          <Title className="grow title" tabIndex={-1} ref={title}>
            {t('title')}
          </Title>
          {/* Another conversation closes an open sheet: on a phone it hides the list, and the sheet with it. */}
          <Fragment key={current}>
            <OpenMentorSettings />
            <OpenApproveSignIn />
          </Fragment>
        </div>
        <AwayNote onEnded={() => title.current?.focus()} />
        {handedOver.map(one => (
          <HandedOverNote key={one.uid} handedOver={one} isNamed onUndone={() => title.current?.focus()} />
        ))}
        <fieldset className="filters" aria-label={t('filter')}>
          {FILTERS.filter(name => name !== 'covered' || countRows(rows, name) > 0).map(name => (
            <button type="button" key={name} aria-pressed={filter === name} onClick={() => setFilter(name)}>
              {t(`filters.${name}`, { count: countRows(rows, name) })}
            </button>
          ))}
        </fieldset>
        <label className="search">
          <Icon name="search" />
          <input
            className="input"
            ref={searchBox}
            type="search"
            aria-label={t('search')}
            placeholder={t('searchFor')}
            value={search}
            onChange={event => setSearch(event.target.value)}
          />
        </label>
      </div>
      {found.length === 0 && (rows.length === 0 || search.trim() === '') && (
        <p className="none">{t(rows.length === 0 ? 'noLearners' : 'nobodyFound')}</p>
      )}
      {isElsewhere && search !== '' && (
        <button className="btn second small search-all" type="button" onClick={searchAll}>
          {t('searchAll')}
        </button>
      )}
      <Group title={t('waiting')} rows={waiting} current={current} marks={marks} digits={digits} isCounted />
      <Group title={t('answered')} rows={answered} current={current} marks={marks} digits={digits} />
      {search.trim() !== '' && <FoundMessages search={search} rows={rows} names={found.length} />}
    </section>
  )
}

type GroupProps = {
  title: string
  rows: readonly InboxRow[]
  current: string | undefined
  marks: ReturnType<typeof useUnsentMarks>
  digits: ReadonlyMap<string, string>
  isCounted?: boolean
}

function Group({ title, rows, current, marks, digits, isCounted = false }: GroupProps) {
  const t = useTranslations('inbox')
  if (rows.length === 0) return null
  return (
    <>
      <h2 className="group">
        <span>{title}</span>
        {isCounted && <span className="count">{t('number', { count: rows.length })}</span>}
      </h2>
      <ul>
        {rows.map(row => (
          <li key={row.uid}>
            <LearnerRow
              row={row}
              isCurrent={row.uid === current}
              unsent={marks.get(row.uid)}
              digits={digits.get(row.uid)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

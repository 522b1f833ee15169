import { useFormatter, useTranslations } from 'use-intl'
import type { AuditGroup } from '../../../contract/organisation/log/audit-actions.ts'
import { groupOf } from '../../../contract/organisation/log/audit-actions.ts'
import { type AuditLine, getAuditLog, type LoggedPerson } from '../../../contract/organisation/log/audit-log.ts'
import { call } from '../../api.ts'
import { isolated } from '../../i18n/isolated.ts'
import { timeZone, useLanguage } from '../../i18n/language-provider.tsx'
import { useAct } from '../../queries/use-act.ts'
import { AsOf } from '../frame/as-of.tsx'
import { BackLink } from '../frame/back-link.tsx'
import { EARLIEST_DAY } from '../frame/days/chosen-day.ts'
import { NotLoaded } from '../frame/not-loaded.tsx'
import { OrgIcon, type OrgIconName } from '../frame/org-icon.tsx'
import { OrgLink } from '../frame/org-link.tsx'
import { Problem } from '../frame/problem.tsx'
import { SaveFileButtons } from '../frame/save-file/save-file-buttons.tsx'
import { useFile } from '../frame/save-file/use-file.ts'
import { usePagedList } from '../frame/use-paged-list.ts'
import { zoneName } from '../zone-name.ts'
import { type LogFilter, useFilterInAddress } from './filter-in-address.ts'
import { LogFilters } from './log-filters.tsx'
import { goBackUrl, undoOf } from './undo.ts'
import { useSentence } from './use-sentence.ts'
import './log.css'

type About = { timeZone: string; uid?: string | undefined; person?: LoggedPerson | undefined }

/** The audit log by days, the newest first. */
export function LogScreen() {
  const t = useTranslations('auditLog')
  const { language } = useLanguage()
  const [filter, setFilter] = useFilterInAddress()
  const query = queryOf(filter)
  const file = useFile(getAuditLog, query)
  const log = usePagedList(`log ${JSON.stringify(query)}`, async before => {
    const { data } = await call(getAuditLog, { query: { ...query, ...(before ? { before } : {}) } })
    const { lines, hasMore, timeZone, person } = data
    const about: About = { timeZone, uid: query.uid, person }
    return { rows: lines, next: hasMore ? String(lines.at(-1)?.id) : undefined, about }
  })
  const { about } = log
  return (
    <main className="page log">
      <BackLink to="/org/settings">{t('settings')}</BackLink>
      <header>
        <div className="grow">
          <h1 tabIndex={-1}>{t('title')}</h1>
          <p className="lead">{t('lead')}</p>
        </div>
        <div className="row">
          <SaveFileButtons file={file} className="btn quiet small" />
        </div>
      </header>
      <Problem of={file} />
      <AsOf of={log.stale} />
      <LogFilters filter={filter} person={about?.uid === filter.uid ? about?.person : undefined} onChange={setFilter} />
      {about && about.timeZone !== timeZone() && (
        <p className="meta">{t('zone', { zone: isolated(zoneName(about.timeZone, language)) })}</p>
      )}
      {log.rows?.length === 0 && <p role="status">{t('none')}</p>}
      {log.rows && about && <Days lines={log.rows} timeZone={about.timeZone} onUndone={log.reload} />}
      {(!log.rows || (log.error && !log.stale.data)) && (
        <NotLoaded error={log.error} label={t('loading')} text={t('error')} onRetry={log.retry} />
      )}
      {log.hasMore && (
        <button className="btn second small" type="button" aria-busy={log.isLoading} onClick={() => void log.more()}>
          {t('more')}
        </button>
      )}
    </main>
  )
}

function queryOf({ from = '', to = '', ...filter }: LogFilter) {
  return { ...filter, ...(from >= EARLIEST_DAY ? { from } : {}), ...(to >= EARLIEST_DAY ? { to } : {}) }
}

type Lines = { lines: readonly AuditLine[]; timeZone: string; onUndone(): Promise<void> }

function Days({ lines, timeZone, onUndone }: Lines) {
  const format = useFormatter()
  const days = new Map<string, AuditLine[]>()
  for (const line of lines) {
    const day = format.dateTime(line.at, { dateStyle: 'full', timeZone })
    days.set(day, [...(days.get(day) ?? []), line])
  }
  return (
    <>
      {[...days].map(([day, ofDay]) => (
        <section className="card" key={day}>
          <h2>{day}</h2>
          <ul className="todo">
            {ofDay.map(line => (
              <Line key={line.id} line={line} timeZone={timeZone} onUndone={onUndone} />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

const icons: Record<AuditGroup, OrgIconName> = {
  people: 'people',
  team: 'people',
  courses: 'log',
  settings: 'settings',
  refused: 'lock',
}

function Line({ line, timeZone, onUndone }: Omit<Lines, 'lines'> & { line: AuditLine }) {
  const t = useTranslations('auditLog')
  const format = useFormatter()
  const sentence = useSentence()
  const act = useAct()
  const undo = undoOf(line)
  const goBackTo = goBackUrl(line)
  return (
    <li>
      <span className="badge">
        <OrgIcon name={icons[groupOf(line.action)]} />
      </span>
      <div className="grow">
        {sentence(line)}
        <span className="meta">{format.dateTime(line.at, { timeStyle: 'short', timeZone })}</span>
        <Problem of={act} />
      </div>
      {goBackTo && (
        <OrgLink className="btn second small" to={goBackTo}>
          {t('undo')}
        </OrgLink>
      )}
      {undo && (
        <button
          className="btn second small"
          type="button"
          aria-busy={act.isBusy}
          onClick={async () => {
            if (await act.make(undo)) await onUndone()
          }}
        >
          {t('undo')}
        </button>
      )}
    </li>
  )
}

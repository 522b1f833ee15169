import { useFormatter, useTranslations } from 'use-intl'
import { type AuditLine, getAuditLog } from '../../../contract/organisation/audit-log.ts'
import { call } from '../../api.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { OrgIcon } from '../frame/org-icon.tsx'
import { usePages } from '../frame/use-pages.ts'
import { useSentence } from './use-sentence.ts'

async function load(before: string | undefined) {
  const { lines, hasMore } = (await call(getAuditLog, { query: before === undefined ? {} : { before } })).data
  return { rows: lines, next: hasMore ? String(lines.at(-1)?.id) : undefined }
}

/** Who did what, newest first, by days. */
export function LogScreen() {
  const t = useTranslations('auditLog')
  const log = usePages('', load)
  if (!log.rows && log.error) return <LoadFailed error={log.error} text={t('error')} onRetry={log.reload} />
  if (!log.rows) return <LoadingScreen />
  return (
    <main className="page">
      <header>
        <div className="grow">
          <h1 tabIndex={-1}>{t('title')}</h1>
          <p className="lead">{t('lead')}</p>
        </div>
      </header>
      <Days lines={log.rows} />
      {log.hasMore && (
        <button className="btn second small" type="button" aria-busy={log.isLoading} onClick={() => void log.more()}>
          {t('more')}
        </button>
      )}
    </main>
  )
}

function Days({ lines }: { lines: readonly AuditLine[] }) {
  const format = useFormatter()
  const sentence = useSentence()
  const days = new Map<string, AuditLine[]>()
  for (const line of lines) {
    const day = format.dateTime(line.at, { dateStyle: 'full' })
    days.set(day, [...(days.get(day) ?? []), line])
  }
  return (
    <>
      {[...days].map(([day, ofDay]) => (
        <section className="card" key={day}>
          <h2>{day}</h2>
          <ul className="todo">
            {ofDay.map(line => (
              <li key={line.id}>
                <span className="badge">
                  <OrgIcon name="log" />
                </span>
                <p className="grow">
                  {sentence(line)}
                  <span className="meta">{format.dateTime(line.at, { timeStyle: 'short' })}</span>
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

import { useTranslations } from 'use-intl'
import type { Finding } from '../../../../contract/organisation/drafts.ts'
import { Icon } from '../../../ui/icon.tsx'

/** What is to mend, and what may stay. */
export function Checks({ findings }: { findings: readonly Finding[] }) {
  const t = useTranslations('editor')
  return (
    <section className="card">
      <h2>{t('before')}</h2>
      <ul className="checks">
        {findings.map(({ isMistake, message, file, line, column }) => (
          <li key={`${file} ${line} ${column} ${message}`} className={isMistake ? 'bad' : 'warn'}>
            <Icon name={isMistake ? 'warning' : 'info'} />
            <span>{message}</span>
          </li>
        ))}
        {findings.every(({ isMistake }) => !isMistake) && (
          <li className="good">
            <Icon name="check" />
            <span>{t('noMistakes')}</span>
          </li>
        )}
      </ul>
    </section>
  )
}

import { useTranslations } from 'use-intl'
import type { Finding } from '../../../../contract/organisation/drafts.ts'
import { Icon } from '../../../ui/icon.tsx'
import { FindingText } from '../finding-text.tsx'

type Props = {
  findings: readonly Finding[]
  /** Replaces a word by the suggested one. */
  onMend(finding: Finding): void
}

/** Lists mistakes and warnings. */
export function Checks({ findings, onMend }: Props) {
  const t = useTranslations('editor')
  return (
    <section className="card">
      <h2>{t('before')}</h2>
      <ul className="checks">
        {findings.map(finding => (
          <li
            key={`${finding.file} ${finding.line} ${finding.column} ${finding.message}`}
            className={finding.isMistake ? 'bad' : 'warn'}
          >
            <Icon name={finding.isMistake ? 'warning' : 'info'} />
            <span>
              <FindingText finding={finding} />
              {finding.suggestion && finding.path && (
                <button className="btn quiet small" type="button" onClick={() => onMend(finding)}>
                  {t('mend', { word: `\u2068${finding.suggestedField ?? finding.suggestion}\u2069` })}
                </button>
              )}
            </span>
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

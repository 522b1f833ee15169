import { useTranslations } from 'use-intl'
import type { Finding } from '../../../../contract/organisation/checking/findings.ts'
import { type CourseImport, fixImport } from '../../../../contract/organisation/course-files.ts'
import { call } from '../../../api.ts'
import { isolated } from '../../../i18n/isolated.ts'
import { useLanguage } from '../../../i18n/language-provider.tsx'
import { useAct } from '../../../queries/use-act.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Problem } from '../../frame/problem.tsx'
import { FindingText, keyOfFinding } from '../finding-text.tsx'

type Props = { found: CourseImport; onFound(found: CourseImport): void }

/** All mistakes of an upload, each with its line. One press replaces a misspelt word. */
export function FoundInFile({ found, onFound }: Props) {
  const t = useTranslations('courseFiles')
  const { language } = useLanguage()
  const act = useAct()
  const { id, findings } = found
  const mistakes = findings.filter(({ isMistake }) => isMistake).length

  async function mend({ file, line, column }: Finding) {
    const mending = { params: { importId: id }, query: { language }, body: { file, line, column } }
    const reply = await act.make(idempotencyKey => call(fixImport, mending, { idempotencyKey }))
    if (reply) onFound(reply.data)
  }

  return (
    <section className="card">
      <h2>
        {t('mistakes', { count: mistakes })}
        {findings.length > mistakes && t('warnings', { count: findings.length - mistakes })}
      </h2>
      <Problem of={act} />
      <ol className="errs">
        {findings.map(finding => (
          <OneFinding
            key={keyOfFinding(finding)}
            finding={finding}
            isBusy={act.isBusy}
            onMend={() => void mend(finding)}
          />
        ))}
      </ol>
    </section>
  )
}

type FindingProps = { finding: Finding; isBusy: boolean; onMend(): void }

function OneFinding({ finding, isBusy, onMend }: FindingProps) {
  const t = useTranslations('courseFiles')
  const lesson = isolated(finding.at?.lesson ?? '')
  const { isMistake, file, line, column, source, suggestion, at } = finding
  return (
    <li className={isMistake ? 'bad' : 'warn'}>
      <p>
        <Icon name={isMistake ? 'warning' : 'info'} />
        <span>
          {at?.lesson && <b>{at.page ? t('lessonPage', { lesson, page: at.page }) : lesson}: </b>}
          <FindingText finding={finding} />
        </span>
      </p>
      <code>
        {file}:{line}:{column}
      </code>
      {source.trim() !== '' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long line scrolls, also by keys.
        <pre tabIndex={0} dir="ltr">
          <span className="line">{line}</span> {source}
        </pre>
      )}
      {suggestion && (
        <button className="btn second small" type="button" aria-busy={isBusy} onClick={onMend}>
          {t('mend', { word: isolated(suggestion) })}
        </button>
      )}
    </li>
  )
}

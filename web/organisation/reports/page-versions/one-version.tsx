import { useFormatter, useTranslations } from 'use-intl'
import type { Page } from '../../../../contract/lessons.ts'
import { MIN_SHOWN, type VersionOfPage } from '../../../../contract/organisation/reports.ts'
import { RichText } from '../../../ui/rich-text/rich-text.tsx'
import { Picks, Tries } from '../answer-charts.tsx'
import { Amount } from '../chart.tsx'

/** The page as learners got it in one version of the course, and how many of them went on or stopped there. */
export function OneVersion({ of }: { of: VersionOfPage }) {
  const t = useTranslations('reports.pageVersions')
  const question = useTranslations('reports.question')
  const { version, from, until, page, answers, noAnswers } = of
  const format = useFormatter()
  const day = (time: number) => format.dateTime(time, { dateStyle: 'medium' })
  return (
    <section className="stack">
      <div className="card stack">
        <h2>
          {t('version', { version })}
          <small className="meta">
            {until === null ? t('since', { from: day(from) }) : t('fromUntil', { from: day(from), until: day(until) })}
          </small>
        </h2>
        {page === null ? <p>{t('noPage')}</p> : <Shown page={page} hasCounts={answers !== null} />}
        {page !== null && <Reached of={of} />}
      </div>
      {answers && <Picks people={answers.people} answers={answers.counts} />}
      {answers && <Tries people={answers.people} answers={answers.counts} />}
      {answers && answers.people > of.reached && <p className="meta">{t('begunElsewhere')}</p>}
      {answers && <p className="meta">{question('private', { people: answers.people })}</p>}
      {noAnswers !== null && noAnswers !== 'no-question' && (
        <p className="meta">{t(`noAnswers.${noAnswers}`, { fewest: MIN_SHOWN })}</p>
      )}
    </section>
  )
}

/** What learners read and choose from. Nothing in it can be pressed. */
function Shown({ page, hasCounts }: { page: Page; hasCounts: boolean }) {
  const t = useTranslations('reports.pageVersions')
  const { textContent = '', hint, avFilename, options = {} } = page
  // If there are counts, the bars below name the answers.
  const answers = hasCounts ? [] : (options.answers ?? options.blanks ?? [])
  return (
    <div className="quoted-words" dir="auto">
      {avFilename && <p className="meta">{t(/\.mp4(\W|$)/.test(avFilename) ? 'film' : 'sound')}</p>}
      <RichText html={textContent} />
      {answers.length > 0 && (
        <ul>
          {answers.map(({ text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two answers may have the same text, and nothing moves.
            <li key={index}>{text}</li>
          ))}
        </ul>
      )}
      {hint && <p className="meta">{t('hint', { hint })}</p>}
    </div>
  )
}

function Reached({ of }: { of: VersionOfPage }) {
  const t = useTranslations('reports.courses')
  return (
    <dl className="totals">
      {(['reached', 'wentOn', 'stopped', 'stillThere'] as const).map(name => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>
            <Amount of={of[name]} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

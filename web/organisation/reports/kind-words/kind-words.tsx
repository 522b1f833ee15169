import { useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  getKindWords,
  giveKindWords,
  type KindWords as Now,
} from '../../../../contract/organisation/kind-words/kind-words.ts'
import { call } from '../../../api.ts'
import { isolated } from '../../../i18n/isolated.ts'
import { queryClient } from '../../../queries/query-client.ts'
import { useAct } from '../../../queries/use-act.ts'
import { Problem } from '../../frame/problem.tsx'
import { Amount } from '../chart.tsx'
import { useReport } from '../use-report.ts'
import { KindTexts } from './kind-texts.tsx'

/** Hands a draft for each silent person to their mentor, and shows one draft. Nothing is sent automatically. */
export function KindWordsCard({ query }: { query: object }) {
  const t = useTranslations('reports.kindWords')
  const now = useReport(getKindWords, query)
  const act = useAct()
  const [handed, setHanded] = useState<number>()
  // While the data of new choices is loaded, `data` belongs to the last choices, but the buttons use the new choices.
  if (!now.data || now.dataUpdatedAt === 0) return null
  const { ready, mentors, sample, leftOut, outcome, texts } = now.data

  async function hand() {
    const done = await act.make(idempotencyKey => call(giveKindWords, { body: query }, { idempotencyKey }))
    if (!done) return
    setHanded(done.data.count)
    await queryClient.invalidateQueries({ queryKey: ['organisation'] })
  }

  return (
    <>
      <section className="card stack kind-words">
        <h2>{t('title')}</h2>
        {outcome && <p>{t(outcome.sent === 0 ? 'outcomeNone' : 'outcome', outcome)}</p>}
        <p>
          <b>{t('ready', { ready })}</b> {ready > 0 && t('mentors', { mentors })}
        </p>
        {sample && <Preview sample={sample} />}
        <p className="meta">{t('lead')}</p>
        <LeftOut leftOut={leftOut} />
        <Problem of={act} />
        <p role="status">{handed === undefined ? '' : t('handed', { count: handed })}</p>
        {ready > 0 && (
          <div className="row">
            <button className="btn second small" type="button" aria-busy={act.isBusy} onClick={() => void hand()}>
              {t('hand')}
            </button>
          </div>
        )}
      </section>
      <KindTexts texts={texts} query={query} />
    </>
  )
}

function Preview({ sample: { name, mentorName, text } }: { sample: NonNullable<Now['sample']> }) {
  const t = useTranslations('reports.kindWords')
  const mentor = isolated(mentorName)
  return (
    <div className="quoted-words">
      <p className="meta">{name === null ? t('asNameless', { mentor }) : t('as', { name: isolated(name), mentor })}</p>
      <p dir="auto">{text}</p>
    </div>
  )
}

function LeftOut({ leftOut }: Pick<Now, 'leftOut'>) {
  const t = useTranslations('reports.kindWords.leftOut')
  const reasons = (['waiting', 'recent', 'refused', 'withoutMentor'] as const).filter(reason => leftOut[reason] > 0)
  if (reasons.length === 0) return null
  return (
    <dl className="totals">
      {reasons.map(reason => (
        <div key={reason}>
          <dt>{t(reason)}</dt>
          <dd>
            <Amount of={leftOut[reason]} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

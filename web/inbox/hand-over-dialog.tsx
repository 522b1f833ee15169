import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { HAND_OVER_NOTE_LIMIT } from '../../contract/inbox/hand-over.ts'
import { useLanguage } from '../i18n/language-provider.tsx'
import { useAct } from '../queries/use-act.ts'
import { Icon } from '../ui/icon.tsx'
import { useTyped } from '../user/use-typed.ts'
import { useAway, useInboxChanges } from './inbox-query.ts'
import { choiceWithDigits } from './list/name-with-digits.ts'

/** Gives a learner to a colleague, with a note. */
export function HandOverDialog({ learnerUid, onDone }: { learnerUid: string; onDone(): void }) {
  const t = useTranslations('inbox')
  const { language } = useLanguage()
  const colleagues = useAway().data?.colleagues ?? []
  const { handOverLearner } = useInboxChanges()
  const act = useAct()
  const [to, setTo] = useState('')
  const [note, setNote] = useTyped(`hand on ${learnerUid}`, '')
  if (colleagues.length === 0) return null
  async function give(idempotencyKey: string) {
    if (to === '') return
    await handOverLearner({ learnerUid, to: Number(to), note }, idempotencyKey)
    onDone()
  }
  return (
    <details className="hand-on">
      <summary>{t('handOn')}</summary>
      <div className="stack tight">
        <label className="stack tight">
          <span>{t('handOnTo')}</span>
          <span className="picked">
            <select className="input" value={to} onChange={event => setTo(event.target.value)}>
              <option value="">{t('choosePerson')}</option>
              {colleagues.map(({ id, name, digits }) => (
                <option key={id} value={id}>
                  {choiceWithDigits(name, digits, language)}
                </option>
              ))}
            </select>
            <Icon name="down" />
          </span>
        </label>
        <label className="stack tight">
          <span>{t('handOnNote')}</span>
          <textarea
            className="input"
            rows={2}
            dir="auto"
            maxLength={HAND_OVER_NOTE_LIMIT}
            value={note}
            onChange={event => setNote(event.target.value)}
          />
        </label>
        <p className="meta">{t('handOnMeans')}</p>
        <button
          className="btn second small"
          type="button"
          disabled={to === ''}
          aria-busy={act.isBusy}
          onClick={() => void act.make(give)}
        >
          {t('handOnNow')}
        </button>
        {act.error && <p role="alert">{t('error')}</p>}
      </div>
    </details>
  )
}

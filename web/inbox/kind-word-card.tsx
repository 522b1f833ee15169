import { useTranslations } from 'use-intl'
import type { KindWord } from '../../contract/inbox/kind-word.ts'
import { useAct } from '../queries/use-act.ts'
import { Alert } from '../ui/alert.tsx'
import { useInboxChanges } from './inbox-query.ts'

type Props = { learnerUid: string; kindWord: KindWord; onUse(text: string): void }

/** Words that the organisation suggests for a silent learner. The mentor changes and sends them, or not. */
export function KindWordCard({ learnerUid, kindWord: { text, isUsed }, onUse }: Props) {
  const t = useTranslations('inbox.kindWord')
  const { declineKindWord } = useInboxChanges()
  const act = useAct()
  const decline = (why: 'not-now' | 'no-more') => void act.make(() => declineKindWord(learnerUid, why))
  return (
    <section className="note kind-word" aria-label={t('title')}>
      <div className="stack tight">
        <p>
          <b>{t(isUsed ? 'used' : 'title')}</b> {!isUsed && <span dir="auto">{text}</span>}
        </p>
        {act.error && <Alert title={t('failed')} />}
        <div className="row acts">
          {!isUsed && (
            <button className="btn second small" type="button" onClick={() => onUse(text)}>
              {t('use')}
            </button>
          )}
          {!isUsed && (
            <button className="btn quiet small" type="button" aria-busy={act.isBusy} onClick={() => decline('not-now')}>
              {t('notNow')}
            </button>
          )}
          <button className="btn quiet small" type="button" aria-busy={act.isBusy} onClick={() => decline('no-more')}>
            {t('noMore')}
          </button>
        </div>
      </div>
    </section>
  )
}

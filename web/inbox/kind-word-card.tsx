import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { KindWord } from '../../contract/inbox/kind-word.ts'
import { useAct } from '../queries/use-act.ts'
import { Alert } from '../ui/alert.tsx'
import { useInboxChanges } from './inbox-query.ts'

/** A button for a learner who wants no more kind words. A second press allows them again. */
export function EndKindWords({ learnerUid, areEnded }: { learnerUid: string; areEnded: boolean }) {
  const t = useTranslations('inbox.kindWord')
  const { endKindWords } = useInboxChanges()
  const act = useAct()
  return (
    <section className="stack tight">
      {act.error && <Alert title={t('failed')} />}
      <p role="status">{areEnded ? t('ended') : ''}</p>
      <button
        className="btn second small"
        type="button"
        aria-busy={act.isBusy}
        onClick={() => void act.make(() => endKindWords(learnerUid, !areEnded))}
      >
        {t(areEnded ? 'allow' : 'end')}
      </button>
    </section>
  )
}

type Props = { learnerUid: string; kindWord: KindWord; onUse(text: string): void }

/** Words that the organisation suggests for a silent learner. The mentor changes and sends them, or not. */
export function KindWordCard({ learnerUid, kindWord: { text, isUsed }, onUse }: Props) {
  const t = useTranslations('inbox.kindWord')
  const { declineKindWord, endKindWords } = useInboxChanges()
  const act = useAct()
  const [isInComposer, setIsInComposer] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const use = () => {
    setIsInComposer(true)
    onUse(text)
  }
  return (
    <section className="note kind-word" aria-label={t('title')}>
      <div className="stack tight">
        <p>
          <b>{t(isUsed ? 'used' : 'title')}</b> {!isUsed && !isInComposer && <span dir="auto">{text}</span>}
        </p>
        {act.error && <Alert title={t('failed')} />}
        {isAsking ? (
          <NoMore
            isBusy={act.isBusy}
            onYes={() => void act.make(() => endKindWords(learnerUid, true))}
            onCancel={() => setIsAsking(false)}
          />
        ) : (
          <div className="row acts">
            {!isUsed && (
              <button className="btn second small" type="button" onClick={use}>
                {t('use')}
              </button>
            )}
            {!isUsed && (
              <button
                className="btn quiet small"
                type="button"
                aria-busy={act.isBusy}
                onClick={() => void act.make(() => declineKindWord(learnerUid))}
              >
                {t('notNow')}
              </button>
            )}
            <button className="btn quiet small" type="button" onClick={() => setIsAsking(true)}>
              {t('noMore')}
            </button>
          </div>
        )}
      </div>
    </section>
  )
}

/** Asks first, because the suggested words disappear at once. */
function NoMore({ isBusy, onYes, onCancel }: { isBusy: boolean; onYes(): void; onCancel(): void }) {
  const t = useTranslations('inbox.kindWord')
  return (
    <>
      <p role="alert">{t('askNoMore')}</p>
      <div className="row acts">
        {/* biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed. */}
        <button className="btn second small" type="button" autoFocus onClick={onCancel}>
          {t('cancel')}
        </button>
        <button className="btn quiet small" type="button" aria-busy={isBusy} onClick={onYes}>
          {t('noMoreYes')}
        </button>
      </div>
    </>
  )
}

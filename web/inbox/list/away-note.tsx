import { useTranslations } from 'use-intl'
import { useAway, useInboxChanges } from '../inbox-query.ts'
import { useChange } from '../use-change.ts'

/** Tells an absent mentor who looks in that learners see them as away. A button ends that. */
export function AwayNote({ onEnded }: { onEnded(): void }) {
  const t = useTranslations('inbox')
  const { data } = useAway()
  const { setAway } = useInboxChanges()
  const change = useChange()
  if (!data?.isAway) return null
  const { coverId, colleagues } = data
  // If the colleague is away, too, nobody replies, and learners are told so.
  const cover = colleagues.find(({ id, isAway }) => id === coverId && !isAway)
  async function end() {
    if (await change.make(setAway({ isAway: false }))) onEnded()
  }
  return (
    <div className="note away-note">
      <p>{cover ? t('awayCovered', { name: `\u2068${cover.name}\u2069` }) : t('awayUntil')}</p>
      <button className="btn second small" type="button" aria-busy={change.isBusy} onClick={() => void end()}>
        {t('endAway')}
      </button>
      {change.hasFailed && <p role="alert">{t('error')}</p>}
    </div>
  )
}

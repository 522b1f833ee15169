import { useTranslations } from 'use-intl'
import { isolated } from '../../i18n/isolated.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { useAct } from '../../queries/use-act.ts'
import { useAway, useInboxChanges } from '../inbox-query.ts'
import { nameWithDigits } from './name-with-digits.ts'

/** Reminds mentors who open the app while they are away that learners see them as away. A button ends the absence. */
export function AwayNote({ onEnded }: { onEnded(): void }) {
  const t = useTranslations('inbox')
  const { language } = useLanguage()
  const { data } = useAway()
  const { setAway } = useInboxChanges()
  const act = useAct()
  if (!data?.isAway) return null
  const { coverId, colleagues } = data
  // If the colleague is away, too, nobody replies, and learners are told so.
  const cover = colleagues.find(({ id, isAway }) => id === coverId && !isAway)
  async function end() {
    await setAway({ isAway: false })
    onEnded()
  }
  return (
    <div className="note away-note">
      <p>
        {cover
          ? t('awayCovered', { name: isolated(nameWithDigits(cover.name, cover.digits, language)) })
          : t('awayUntil')}
      </p>
      <button className="btn second small" type="button" aria-busy={act.isBusy} onClick={() => void act.make(end)}>
        {t('endAway')}
      </button>
      {act.error && <p role="alert">{t('error')}</p>}
    </div>
  )
}

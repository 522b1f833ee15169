import { useTranslations } from 'use-intl'
import type { HandedOver as HandedOverLearner } from '../../contract/inbox/hand-over.ts'
import { isolated } from '../i18n/isolated.ts'
import { useLanguage } from '../i18n/language-provider.tsx'
import { useAct } from '../queries/use-act.ts'
import { useInboxChanges } from './inbox-query.ts'
import { nameWithDigits } from './list/name-with-digits.ts'

type Props = {
  handedOver: HandedOverLearner
  /** Says the learner's name, too, because the screen does not show it above. */
  isNamed?: boolean
  onUndone(): void
}

/** Says who has a learner now, and offers to undo it. */
export function HandedOverNote({
  handedOver: { uid, name, digits, toName, toDigits },
  isNamed = false,
  onUndone,
}: Props) {
  const t = useTranslations('inbox')
  const { undoHandOver } = useInboxChanges()
  const act = useAct()
  const { language } = useLanguage()
  const inSentence = (who: string, end: string | undefined) => isolated(nameWithDigits(who, end, language))
  const to = inSentence(toName, toDigits)
  const isTooLate = act.error?.code === 'messenger/too-late-to-undo'
  async function undo(idempotencyKey: string) {
    await undoHandOver(uid, idempotencyKey)
    onUndone()
  }
  return (
    <div className="note handed-over">
      <p role="status">
        {isNamed ? t('handedOverOf', { learner: inSentence(name, digits), name: to }) : t('handedOver', { name: to })}
      </p>
      {!isTooLate && (
        <button className="btn second small" type="button" aria-busy={act.isBusy} onClick={() => void act.make(undo)}>
          {t('undo')}
        </button>
      )}
      {act.error && <p role="alert">{t(isTooLate ? 'tooLateToUndo' : 'error')}</p>}
    </div>
  )
}

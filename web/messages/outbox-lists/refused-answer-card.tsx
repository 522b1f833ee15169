import { useTranslations } from 'use-intl'
import { isAtFault, RECORDING_LOST, type RefusedAnswer } from '../../outbox/refused-answers.ts'
import { useUser } from '../../user/user.ts'
import { sendToMentor } from './acts.ts'
import { RefusedCard } from './refused-card.tsx'
import { isSpoken } from './words.ts'

type Props = {
  item: RefusedAnswer
  /** Its page is no longer in the lesson. */
  isGone: boolean
}

export function RefusedAnswerCard({ item, isGone }: Props) {
  const t = useTranslations('refusedAnswers')
  const mentor = useUser().data?.user.responderId
  const isLost = item.refusedAs === RECORDING_LOST
  const titleIfKept = isGone ? t('title') : t('titleOther')
  const leadIfKept = isGone ? t('lead') : t('leadOther')
  const lead = isLost ? t('leadLost') : leadIfKept
  const isSendable = mentor != null && !(isSpoken(item) && isAtFault(item.refusedAs))
  return (
    <RefusedCard
      item={item}
      title={isLost ? t('titleLost') : titleIfKept}
      lead={
        <>
          {lead} {isLost && !isGone && t('lostHelp')} {!isAtFault(item.refusedAs) && t('retry')}
        </>
      }
      onSend={isSendable ? mp3 => sendToMentor(item, String(mentor), mp3) : undefined}
    />
  )
}

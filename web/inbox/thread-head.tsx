import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import type { InboxRow } from '../../contract/inbox/inbox.ts'
import { isolated } from '../i18n/isolated.ts'
import { useLanguage } from '../i18n/language-provider.tsx'
import { MessageIcon } from '../messages/message-icon.tsx'
import { PaneHead } from '../messages/pane-head.tsx'
import { useAct } from '../queries/use-act.ts'
import { Link } from '../router/link.tsx'
import { Icon } from '../ui/icon.tsx'
import { useInboxChanges } from './inbox-query.ts'
import { phoneEnding } from './list/name-with-digits.ts'
import { useSince } from './list/use-since.ts'
import { ThreadMenu } from './thread-menu.tsx'

type Props = {
  name: string
  isPerson: boolean
  row: InboxRow | undefined
  /** The end of the phone number, if another learner has the same name. */
  digits: string | undefined
  /** Time (ISO) of the learner's newest message. */
  newest: string | undefined
  onSide(): void
  onReply(text: string): void
}

/** The learner's name, and actions on the learner. A phone has only one row, so the other actions are in a menu. */
export function ThreadHead({ name, isPerson, row, digits, newest, onSide, onReply }: Props) {
  const t = useTranslations('inbox')
  const { markHandled } = useInboxChanges()
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const head = useRef<HTMLDivElement>(null)
  const act = useAct()
  const onHandled =
    row && row.waitingSince !== null && newest ? () => void act.make(() => handleUpTo(row.uid, newest)) : undefined
  /** The button disappears, so the focus goes to the heading. */
  async function handleUpTo(uid: string, newest: string) {
    await markHandled(uid, newest)
    // While the dialog is open, nothing behind it can take the focus.
    flushSync(() => setIsMenuOpen(false))
    head.current?.querySelector('h1')?.focus()
  }
  function closing(act: () => void): () => void {
    return () => {
      setIsMenuOpen(false)
      // The closing dialog gives the focus back; after that the action may move it.
      setTimeout(act)
    }
  }
  return (
    <PaneHead
      // A sentence in the place of the name may take several rows, so that all of it can be read.
      isOneRow={isPerson || name === ''}
      head={head}
      name={name}
      isPerson={isPerson}
      note={
        onHandled && act.error ? (
          <span role="alert">{t('error')}</span>
        ) : (
          row && <WaitingStatus row={row} digits={digits} />
        )
      }
      before={
        <Link className="icon-btn only-phone" to="/messages" aria-label={t('back')}>
          <Icon name="back" />
        </Link>
      }
      after={
        row && (
          <>
            {onHandled && (
              <button className="btn quiet small only-wide" type="button" aria-busy={act.isBusy} onClick={onHandled}>
                {t('settle')}
              </button>
            )}
            <button
              className="icon-btn"
              type="button"
              aria-label={t('more')}
              aria-haspopup="dialog"
              onClick={() => setIsMenuOpen(true)}
            >
              <MessageIcon name="more" />
            </button>
            {isMenuOpen && (
              <ThreadMenu
                learnerUid={row.uid}
                ownUid={row.coveredFor === undefined ? row.uid : undefined}
                name={name}
                onClose={() => setIsMenuOpen(false)}
                onHandled={onHandled}
                handling={act}
                onSide={closing(onSide)}
                onReply={text => closing(() => onReply(text))()}
              />
            )}
          </>
        )
      }
    />
  )
}

/**
 * The learner's own mentor, if this mentor only covers for them; then how long the learner waits. The digits come
 * first, because a narrow screen cuts the end.
 */
function WaitingStatus({
  row: { waitingSince, isOut, coveredFor },
  digits,
}: Pick<Props, 'digits'> & { row: InboxRow }) {
  const t = useTranslations('inbox')
  const { language } = useLanguage()
  const since = useSince()
  const waits = waitingSince === null ? t(isOut ? 'out' : 'notWaiting') : t('waitsFor', { since: since(waitingSince) })
  const parts = [
    digits && t('phoneEnd', { digits: phoneEnding(digits, language) }),
    coveredFor && t('coveredFor', { name: isolated(coveredFor) }),
    waits,
  ]
  return parts.filter(Boolean).join(t('comma'))
}

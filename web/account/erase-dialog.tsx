import { useTranslations } from 'use-intl'
import { ERASE_AFTER_DAYS, eraseAccount } from '../../contract/account.ts'
import { call } from '../api.ts'
import { useAct } from '../queries/use-act.ts'
import { Alert } from '../ui/alert.tsx'
import { Sheet } from '../ui/sheet/sheet.tsx'
import { useUser } from '../user/user.ts'
import { BusyButton } from './busy-button.tsx'
import { useErrorText } from './in-words.ts'
import { useLeaving } from './leaving/use-leaving.ts'
import { useSignOut } from './sign-out.ts'
import { useChangeUser } from './use-change-user.ts'

type Props = { onClose(): void; onErasing(): void }

/** Says what will be erased, and until when that can be cancelled, before it asks. */
export function EraseDialog({ onClose, onErasing }: Props) {
  const t = useTranslations('account')
  const changeUser = useChangeUser()
  const hasMentor = useUser().data?.user.responderId != null
  const act = useAct()
  const { isBusy } = act
  const error = useErrorText(act.error, t('eraseError'))

  async function erase() {
    const { data } = await call(eraseAccount, {})
    onClose()
    changeUser(data)
    onErasing()
  }

  return (
    <Sheet isLoose title={t('eraseTitle')} isBusy={isBusy} onClose={onClose}>
      <div className="stack">
        <p>{t('eraseWhat')}</p>
        {hasMentor && <p>{t('eraseMentor')}</p>}
        <p>{t('eraseBack', { days: ERASE_AFTER_DAYS })}</p>
      </div>
      {error && <Alert title={error} />}
      <div className="stack tight">
        {act.error?.code === 'auth/requires-recent-login' ? (
          <SignInAgain />
        ) : (
          <BusyButton
            className="btn wide danger"
            label={t('erase')}
            busyLabel={t('oneMoment')}
            isBusy={isBusy}
            onPress={() => void act.make(erase)}
          />
        )}
        <button className="btn quiet wide" type="button" onClick={() => isBusy || onClose()}>
          {t('notErase')}
        </button>
      </div>
    </Sheet>
  )
}

/**
 * For a sign-in that is too old for this act. Signing out leads to the sign-in screen, and keeps the query of the URL.
 */
function SignInAgain() {
  const t = useTranslations('account')
  const signOut = useSignOut()
  const { leave, question } = useLeaving()
  const act = useAct()
  return (
    <>
      <BusyButton
        className="btn wide"
        label={t('signInAgain')}
        busyLabel={t('oneMoment')}
        isBusy={act.isBusy}
        onPress={() => void act.make(() => leave(signOut))}
      />
      {question}
    </>
  )
}

import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isNetworkFailure } from '../../../contract/calls/api-error.ts'
import { changeOwnPin, removeOwnPin, setOwnPin } from '../../shared-phone/own-pin.ts'
import { PIN_LENGTH, PinField } from '../../shared-phone/pin-field.tsx'
import { canLock } from '../../shared-phone/pin-keys.ts'
import { AuthForm } from '../../sign-in/form/auth-form.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import type { KnownUser } from '../../user/load-user.ts'

export type PinTask = 'set' | 'change' | 'remove'

type Props = { user: KnownUser; task: PinTask; onClose(): void; onDone(): void }

type Field = 'now' | 'new' | 'again'

const fieldsOf: Record<PinTask, Field[]> = {
  set: ['new', 'again'],
  change: ['now', 'new', 'again'],
  remove: ['now'],
}

/**
 * Sets, changes or removes the PIN of the person who is signed in. To change the PIN, the person types the old one
 * first.
 */
export function PinDialog({ user, task, onClose, onDone }: Props) {
  const t = useTranslations('pin')
  const [typed, setTyped] = useState({ now: '', new: '', again: '' })
  const [errors, setErrors] = useState<Partial<Record<Field | 'form', string>>>({})
  const [isBusy, setIsBusy] = useState(false)
  const isWorking = useRef(false)

  async function save() {
    if (isWorking.current) return
    const found = errorIn(typed)
    setErrors(found)
    const [wrong] = fieldsOf[task].filter(field => found[field])
    if (wrong) return focusOn(wrong)
    work(true)
    const triesLeft = await attempt().catch((error: unknown) =>
      isNetworkFailure(error) ? ('offline' as const) : ('failed' as const),
    )
    work(false)
    if (triesLeft === undefined) return onDone()
    if (typeof triesLeft === 'string') return setErrors({ form: t(failure(triesLeft)) })
    setTyped({ ...typed, now: '' })
    setErrors({ now: triesLeft === 0 ? t('spent') : t('wrong', { n: triesLeft }) })
    focusOn('now')
  }

  function attempt(): Promise<number | undefined> {
    if (task === 'remove') return removeOwnPin(user, typed.now)
    if (task === 'change') return changeOwnPin(user, typed.now, typed.new)
    return setOwnPin(user, typed.new)
  }

  function failure(why: 'offline' | 'failed') {
    if (why === 'offline') return 'needsNetwork'
    // A browser that stores nothing cannot keep a lock either.
    return task === 'set' || !canLock() ? 'impossible' : 'failed'
  }

  function errorIn(values: Record<Field, string>) {
    const found: Partial<Record<Field, string>> = {}
    for (const field of fieldsOf[task]) if (values[field].length < PIN_LENGTH) found[field] = t('notFour')
    if (!found.new && !found.again && values.new !== values.again) found.again = t('different')
    return found
  }

  function work(isBegun: boolean) {
    isWorking.current = isBegun
    setIsBusy(isBegun)
  }

  return (
    <Sheet isLoose title={t(task)} isBusy={isBusy} onClose={onClose}>
      <AuthForm
        errors={{ form: errors.form }}
        isBusy={isBusy}
        label={t(task === 'remove' ? 'remove' : 'save')}
        busyLabel={t('oneMoment')}
        onSubmit={() => void save()}
      >
        {fieldsOf[task].map(field => (
          <PinField
            key={field}
            id={`pin-${field}`}
            label={t(field)}
            value={typed[field]}
            onChange={digits => {
              setTyped({ ...typed, [field]: digits })
              setErrors({})
            }}
            error={errors[field]}
            isBusy={isBusy}
          />
        ))}
      </AuthForm>
      {task !== 'remove' && <p className="meta">{t('keeps')}</p>}
    </Sheet>
  )
}

function focusOn(field: Field): void {
  document.getElementById(`pin-${field}`)?.focus()
}

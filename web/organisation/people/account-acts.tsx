import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Endpoint, Input } from '../../../contract/calls/endpoint.ts'
import type { PersonDetails } from '../../../contract/organisation/people.ts'
import {
  BLOCK_REASON_LIMIT,
  blockPerson,
  correctName,
  erasePerson,
  keepPerson,
  setMentorRole,
  setPersonBeta,
  signOutPerson,
  unblockPerson,
} from '../../../contract/organisation/person-acts.ts'
import { call } from '../../api.ts'
import { queryClient } from '../../queries/query-client.ts'
import { open } from '../../router/router.ts'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Problem } from '../frame/problem.tsx'
import { type Act, useAct } from '../frame/use-act.ts'

type Asked = 'name' | 'block' | 'signOut' | 'erase' | 'mentor'

/** What the team can do to an account. A dialog stands only before what the person notices. */
export function AccountActs({ person, isOwner }: { person: PersonDetails; isOwner: boolean }) {
  const t = useTranslations('people')
  const act = useAct()
  const [asked, setAsked] = useState<Asked>()
  const params = { uid: person.uid }
  const isMentor = person.mentorId !== null

  async function make<E extends Endpoint>(endpoint: E, input: Input<E>) {
    const done = await act.make(idempotencyKey => call(endpoint, input, { idempotencyKey }))
    if (!done) return false
    setAsked(undefined)
    await queryClient.invalidateQueries({ queryKey: ['organisation'] })
    return true
  }

  const ask = (which: Asked) => {
    act.clear()
    setAsked(which)
  }
  const close = () => setAsked(undefined)
  const sheet = { act, onClose: close }
  return (
    <>
      <Switch
        label={t('beta')}
        isOn={person.isBeta}
        onChange={isBeta => void make(setPersonBeta, { params, body: { isBeta } })}
      />
      {!asked && <Problem of={act} />}
      <div className="stack tight">
        <Button text={t('correctName')} onPress={() => ask('name')} />
        <Button text={t(isMentor ? 'retire' : 'makeMentor')} onPress={() => ask('mentor')} />
        <Button text={t('signOut')} onPress={() => ask('signOut')} />
        {person.blockedAt === null ? (
          <Button isDanger text={t('block')} onPress={() => ask('block')} />
        ) : (
          <Button text={t('unblock')} onPress={() => void make(unblockPerson, { params })} />
        )}
        {isOwner && person.eraseAt === null && <Button isDanger text={t('erase')} onPress={() => ask('erase')} />}
        {isOwner && person.eraseAt !== null && (
          <Button text={t('keep')} onPress={() => void make(keepPerson, { params })} />
        )}
      </div>
      {asked === 'name' && (
        <AskText
          {...sheet}
          title={t('correctName')}
          lead={t('nameLead')}
          label={t('name')}
          before={person.name ?? ''}
          limit={100}
          onSubmit={name => void make(correctName, { params, body: { name } })}
        />
      )}
      {asked === 'block' && (
        <AskText
          {...sheet}
          title={t('block')}
          lead={t('blockLead')}
          label={t('reason')}
          limit={BLOCK_REASON_LIMIT}
          onSubmit={reason => void make(blockPerson, { params, body: { reason } })}
        />
      )}
      {asked === 'signOut' && (
        <Confirm
          {...sheet}
          title={t('signOut')}
          lead={t('signOutLead')}
          onConfirm={() => void make(signOutPerson, { params })}
        />
      )}
      {asked === 'mentor' && (
        <Confirm
          {...sheet}
          title={t(isMentor ? 'retire' : 'makeMentor')}
          lead={t(isMentor ? 'retireLead' : 'makeMentorLead')}
          onConfirm={() => void make(setMentorRole, { params, body: { isMentor: !isMentor } })}
        />
      )}
      {asked === 'erase' && (
        <Erase
          {...sheet}
          person={person}
          onErase={async body => {
            const isDone = await make(erasePerson, { params, body })
            if (isDone && body.isNow) open('/org/people', { replace: true })
          }}
        />
      )}
    </>
  )
}

function Button({ text, isDanger = false, onPress }: { text: string; isDanger?: boolean; onPress(): void }) {
  return (
    <button className={isDanger ? 'btn quiet small danger' : 'btn quiet small'} type="button" onClick={onPress}>
      {text}
    </button>
  )
}

type SheetProps = { act: Act; title: string; lead: string; onClose(): void }

function Confirm({ act, title, lead, onClose, onConfirm }: SheetProps & { onConfirm(): void }) {
  return (
    <Sheet isLoose title={title} isBusy={act.isBusy} onClose={onClose}>
      <p>{lead}</p>
      <Problem of={act} />
      <button className="btn wide" type="button" aria-busy={act.isBusy} onClick={onConfirm}>
        {title}
      </button>
    </Sheet>
  )
}

type Text = { label: string; before?: string; limit: number; onSubmit(text: string): void }

function AskText({ act, title, lead, label, before = '', limit, onSubmit, onClose }: SheetProps & Text) {
  const [text, setText] = useState(before)
  return (
    <Sheet isLoose title={title} isBusy={act.isBusy} onClose={onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          onSubmit(text.trim())
        }}
      >
        <p>{lead}</p>
        <label className="field">
          <b>{label}</b>
          <input
            className="input"
            required
            dir="auto"
            autoComplete="off"
            maxLength={limit}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </label>
        <Problem of={act} />
        <button className="btn wide" type="submit" aria-busy={act.isBusy}>
          {title}
        </button>
      </form>
    </Sheet>
  )
}

type Erasing = {
  act: Act
  person: PersonDetails
  onClose(): void
  onErase(body: { name: string; isNow: boolean }): Promise<void>
}

function Erase({ act, person, onClose, onErase }: Erasing) {
  const t = useTranslations('people')
  const [name, setName] = useState('')
  const [isNow, setIsNow] = useState(false)
  const shown = person.name ?? person.phoneNumber ?? person.email ?? ''
  return (
    <Sheet isLoose title={t('erase')} isBusy={act.isBusy} onClose={onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          void onErase({ name, isNow })
        }}
      >
        <p>{t('eraseGoes')}</p>
        <p>{t('eraseStays')}</p>
        <label className="field">
          <b>{t('typeName', { name: `\u2068${shown}\u2069` })}</b>
          <input
            className="input"
            required
            dir="auto"
            autoComplete="off"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        <label className="tick">
          <input type="checkbox" checked={isNow} onChange={({ target }) => setIsNow(target.checked)} />
          <span>
            <b>{t('eraseNow')}</b>
            <small>{t('eraseNowLead')}</small>
          </span>
        </label>
        <Problem of={act} />
        <button className="btn wide" type="submit" aria-busy={act.isBusy}>
          {t(isNow ? 'eraseAtOnce' : 'eraseInDays')}
        </button>
      </form>
    </Sheet>
  )
}

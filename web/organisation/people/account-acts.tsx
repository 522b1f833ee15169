import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Endpoint, Input } from '../../../contract/calls/endpoint.ts'
import type { PersonDetails } from '../../../contract/organisation/people.ts'
import {
  allowNewPhone,
  BLOCK_REASON_LIMIT,
  blockPerson,
  cancelNewPhone,
  cancelPersonErasure,
  erasePerson,
  setMentorRole,
  setPersonBeta,
  signOutPerson,
  unblockPerson,
} from '../../../contract/organisation/person-acts.ts'
import { call } from '../../api.ts'
import { isolated } from '../../i18n/isolated.ts'
import { queryClient } from '../../queries/query-client.ts'
import { useAct } from '../../queries/use-act.ts'
import { useQuery } from '../../queries/use-query.ts'
import { openPath } from '../../router/router.ts'
import { Switch } from '../../ui/fields/switch.tsx'
import { afterCode } from '../frame/code-again/ask-code.ts'
import { Problem } from '../frame/problem.tsx'
import { useMentorLabels } from '../mentor-labels.ts'
import { mentorsQuery } from '../mentors-query.ts'
import { useIsLimited } from '../use-limit.ts'
import { useSwitch } from '../use-switch.ts'
import { AskText, Confirm } from './ask-sheets.tsx'
import { EraseSheet } from './erase-sheet.tsx'
import { DataSheet, MergeSheet } from './link-sheets.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { NameSheet } from './name-sheet.tsx'
import { NewPhoneSheet } from './new-phone-sheet.tsx'

type Asked = 'name' | 'block' | 'signOut' | 'erase' | 'mentor' | 'data' | 'phone' | 'merge'
type Shown = Asked | 'learnersFirst' | 'move' | undefined

/** Acts of the team on an account. A dialog asks first only if the person notices the act. */
export function AccountActs({ person, isOwner }: { person: PersonDetails; isOwner: boolean }) {
  const t = useTranslations('people')
  const act = useAct()
  const [asked, setAsked] = useState<Asked>()
  const [isMoving, setIsMoving] = useState(false)
  const isLimited = useIsLimited()
  const params = { uid: person.uid }
  const isMentor = person.mentorId !== null
  // An account with a phone number and an e-mail address has nothing to merge.
  const mayMerge = !isMentor && (person.phoneNumber === null || person.email === null)
  const standsIn = useStandsIn(person.mentorId, asked === 'erase' ? 'eraseStandIn' : 'retireStandIn')
  const shown = isMoving ? 'move' : sheetFor(asked, person)
  const mayGetPhone = person.phoneNumber !== null && !isMentor && person.roles.length === 0

  async function make<E extends Endpoint>(endpoint: E, input: Input<E>) {
    const send = afterCode(idempotencyKey => call(endpoint, input, { idempotencyKey }))
    // Somebody else has changed the account before, so the page shows its new state.
    const done = await act.make(send, ({ code }) => code === 'settings/changed' && void showNews())
    if (done) await showNews()
    return done !== undefined
  }

  const beta = useSwitch(person.isBeta, isBeta => make(setPersonBeta, { params, body: { isBeta } }))

  function showNews() {
    setAsked(undefined)
    return queryClient.invalidateQueries({ queryKey: ['organisation'] })
  }

  const ask = (which: Asked) => {
    act.clear()
    setAsked(which)
  }
  const close = () => {
    act.clear()
    setAsked(undefined)
  }
  const sheet = { act, onClose: close }
  return (
    <>
      <Switch label={t('beta')} {...beta} />
      {!asked && <Problem of={act} />}
      <div className="stack tight">
        <Button text={t('correctName')} onPress={() => ask('name')} />
        {!isLimited && <Button text={t(isMentor ? 'retire' : 'makeMentor')} onPress={() => ask('mentor')} />}
        {mayGetPhone && !person.newPhone && <Button text={t('newPhone')} onPress={() => ask('phone')} />}
        {person.newPhone && <Button text={t('keepPhone')} onPress={() => void make(cancelNewPhone, { params })} />}
        {mayMerge && <Button text={t('merge')} onPress={() => ask('merge')} />}
        <Button text={t('signOut')} onPress={() => ask('signOut')} />
        {person.blockedAt === null ? (
          <Button isDanger text={t('block')} onPress={() => ask('block')} />
        ) : (
          <Button text={t('unblock')} onPress={() => void make(unblockPerson, { params })} />
        )}
        {isOwner && <Button text={t('prepareData')} onPress={() => ask('data')} />}
        {isOwner && person.eraseAt === null && <Button isDanger text={t('erase')} onPress={() => ask('erase')} />}
        {isOwner && person.eraseAt !== null && (
          <Button text={t('keep')} onPress={() => void make(cancelPersonErasure, { params })} />
        )}
      </div>
      {!isOwner && <p className="meta">{t('ownersErase')}</p>}
      {shown === 'name' && <NameSheet person={person} onClose={close} />}
      {shown === 'block' && (
        <AskText
          {...sheet}
          name={`block ${person.uid}`}
          title={t('block')}
          lead={t('blockLead')}
          label={t('reason')}
          limit={BLOCK_REASON_LIMIT}
          onSubmit={reason => void make(blockPerson, { params, body: { reason } })}
        />
      )}
      {shown === 'signOut' && (
        <Confirm
          {...sheet}
          title={t('signOut')}
          lead={t('signOutLead')}
          onConfirm={() => void make(signOutPerson, { params })}
        />
      )}
      {shown === 'learnersFirst' && (
        <Confirm
          {...sheet}
          title={t(asked === 'erase' ? 'erase' : 'retire')}
          lead={t(asked === 'erase' ? 'eraseFirst' : 'retireFirst', { count: person.learners })}
          label={t('handOver')}
          onConfirm={() => setIsMoving(true)}
        />
      )}
      {shown === 'move' && person.mentorId !== null && (
        <MoveDialog
          from={person.mentorId}
          count={person.learners}
          onClose={isMoved => {
            setIsMoving(false)
            if (!isMoved) setAsked(undefined)
          }}
        />
      )}
      {shown === 'mentor' && (
        <Confirm
          {...sheet}
          title={t(isMentor ? 'retire' : 'makeMentor')}
          lead={isMentor ? [t('retireLead'), ...standsIn].join(' ') : t('makeMentorLead')}
          onConfirm={() => void make(setMentorRole, { params, body: { isMentor: !isMentor } })}
        />
      )}
      {shown === 'phone' && person.phoneNumber && (
        <NewPhoneSheet
          act={act}
          uid={person.uid}
          oldPhone={person.phoneNumber}
          onClose={close}
          onAllow={phoneNumber => void make(allowNewPhone, { params, body: { phoneNumber } })}
        />
      )}
      {shown === 'data' && <DataSheet uid={person.uid} onClose={close} />}
      {shown === 'merge' && <MergeSheet uid={person.uid} hasPhone={person.phoneNumber !== null} onClose={close} />}
      {shown === 'erase' && (
        <EraseSheet
          {...sheet}
          person={person}
          standsIn={standsIn}
          onErase={async body => {
            const isDone = await make(erasePerson, { params, body })
            if (isDone && body.isNow) openPath('/org/people', { replace: true })
          }}
        />
      )}
    </>
  )
}

/** The learners of a mentor move before the role or the account ends. */
function sheetFor(asked: Asked | undefined, { learners }: PersonDetails): Shown {
  return learners > 0 && (asked === 'mentor' || asked === 'erase') ? 'learnersFirst' : asked
}

function Button({ text, isDanger = false, onPress }: { text: string; isDanger?: boolean; onPress(): void }) {
  return (
    <button className={isDanger ? 'btn quiet small danger' : 'btn quiet small'} type="button" onClick={onPress}>
      {text}
    </button>
  )
}

/** A sentence if this mentor stands in for others now: after the act, nobody answers the learners of these. */
function useStandsIn(mentorId: number | null, sentence: 'retireStandIn' | 'eraseStandIn'): string[] {
  const t = useTranslations('people')
  const mentors = useQuery({ ...mentorsQuery, enabled: mentorId !== null }).data ?? []
  const labels = useMentorLabels(mentors)
  const names = mentors
    .filter(({ coverId, awaySince }) => coverId === mentorId && awaySince !== null)
    .map(({ id, name }) => isolated(labels.get(id) ?? name))
  return mentorId === null || names.length === 0 ? [] : [t(sentence, { names: names.join(t('comma')) })]
}

import { throwNotSent } from './sender.ts'

/** A gateway that takes each message and does not answer. */
export function unanswered<Message>(send: (message: Message) => Promise<void>): (message: Message) => Promise<void> {
  return async message => {
    await send(message)
    throwNotSent(Object.assign(new Error('no answer'), { mayHaveArrived: true }))
  }
}

import { inPhoneData } from '../offline/phone-data.ts'
import { keyOf } from '../outbox/drafts/drafts.ts'
import { inRecordings } from '../outbox/drafts/recording-drafts.ts'
import { storedPlaces } from '../outbox/drafts/stored-places.ts'
import { inOutbox } from '../outbox/store.ts'

/** A row of one person in a store of this phone, not encrypted. `key` is the key in that store, as JSON. */
export type PersonalRow = { store: Store; key: string; value: unknown }

type Store = 'outbox items' | 'recordings' | 'drafts' | 'saved data'

/** Each store of a person's own things. A new one needs an entry here, or a PIN does not lock it. */
const stores: Record<Store, PersonalStore> = {
  'outbox items': {
    async read(uid) {
      return inOutbox('readonly', ['letters', 'enclosures'], async transaction => {
        const items = await transaction.objectStore('letters').index('uid').getAll(uid)
        const enclosures = transaction.objectStore('enclosures')
        return Promise.all(
          items.map(async item => ({ key: item.order, value: { item, attachment: await enclosures.get(item.id) } })),
        )
      })
    },
    async write(values) {
      const rows = values as { item: never; attachment?: ArrayBuffer }[]
      await inOutbox(
        'readwrite',
        ['letters', 'enclosures'],
        transaction =>
          Promise.all(
            rows.flatMap(({ item, attachment }) => [
              transaction.objectStore('letters').put(item),
              attachment && transaction.objectStore('enclosures').put(attachment, (item as { id: string }).id),
            ]),
          ),
        { durability: 'strict' },
      )
    },
    async remove(keys) {
      await inOutbox('readwrite', ['letters', 'enclosures'], async transaction => {
        const items = transaction.objectStore('letters')
        for (const key of keys as number[]) {
          const item = await items.get(key)
          await Promise.all([items.delete(key), item && transaction.objectStore('enclosures').delete(item.id)])
        }
      })
    },
  },

  recordings: {
    async read(uid) {
      const rows = await inRecordings('readonly', ['pieces'], transaction =>
        transaction.objectStore('pieces').index('uid').getAll(uid),
      )
      return rows.map(row => ({ key: row.order, value: row }))
    },
    async write(values) {
      await inRecordings('readwrite', ['pieces'], transaction =>
        Promise.all((values as never[]).map(row => transaction.objectStore('pieces').put(row))),
      )
    },
    async remove(keys) {
      await inRecordings('readwrite', ['pieces'], transaction =>
        Promise.all((keys as number[]).map(key => transaction.objectStore('pieces').delete(key))),
      )
    },
  },

  drafts: {
    async read(uid) {
      const keys = storedPlaces().flatMap(place => (place.uid === uid ? keyOf(place) : []))
      return keys.map(key => ({ key, value: [key, localStorage.getItem(key)] }))
    },
    async write(values) {
      for (const [key, text] of values as [string, string][]) localStorage.setItem(key, text)
    },
    async remove(keys) {
      for (const key of keys as string[]) localStorage.removeItem(key)
    },
  },

  'saved data': {
    async read(uid) {
      const rows = await inPhoneData('readonly', ['queries'], transaction =>
        transaction.objectStore('queries').index('uid').getAll(uid),
      )
      return rows.map(row => ({ key: row.key, value: row }))
    },
    async write(values) {
      await inPhoneData('readwrite', ['queries'], transaction =>
        Promise.all((values as never[]).map(row => transaction.objectStore('queries').put(row))),
      )
    },
    async remove(keys) {
      await inPhoneData('readwrite', ['queries'], transaction =>
        Promise.all((keys as string[]).map(key => transaction.objectStore('queries').delete(key))),
      )
    },
  },
}

type PersonalStore = {
  read(uid: string): Promise<{ key: unknown; value: unknown }[]>
  write(values: unknown[]): Promise<void>
  remove(keys: unknown[]): Promise<void>
}

export const storeNames = Object.keys(stores) as Store[]

export async function readPersonal(store: Store, uid: string): Promise<PersonalRow[]> {
  const rows = await stores[store].read(uid)
  return rows.map(({ key, value }) => ({ store, key: JSON.stringify(key), value }))
}

export async function writePersonal(store: Store, values: unknown[]): Promise<void> {
  if (values.length > 0) await stores[store].write(values)
}

export async function removePersonal(store: Store, rows: readonly PersonalRow[]): Promise<void> {
  if (rows.length > 0) await stores[store].remove(rows.map(({ key }) => JSON.parse(key)))
}

/** Deletes everything of this person except what waits to be sent. */
export async function removeSavedOf(uid: string): Promise<void> {
  for (const store of ['drafts', 'recordings', 'saved data'] as const)
    await removePersonal(store, await readPersonal(store, uid))
}

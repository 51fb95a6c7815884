import { expect, it, vi } from 'vitest'
import { Part } from './part.svelte'

it('is fetched when somebody looks, and once', async () => {
  const load = vi.fn(() => Promise.resolve('desk'))
  const part = new Part(load)
  expect(load).not.toHaveBeenCalled()
  expect(part.now).toBeNull()
  part.fetch()
  await vi.waitFor(() => expect(part.now).toBe('desk'))
  expect(load).toHaveBeenCalledTimes(1)
})

it('is tried again only when it is asked to', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('gone')).mockResolvedValue('stage')
  const part = new Part(load)
  part.fetch()
  await vi.waitFor(() => expect(part.failed).toBe(true))
  expect(part.now).toBeNull()
  expect(load).toHaveBeenCalledTimes(1)
  part.again()
  await vi.waitFor(() => expect(part.now).toBe('stage'))
  expect(part.failed).toBe(false)
})

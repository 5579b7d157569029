import type { OutboundOptions } from '../../platform/outbound/outbound.ts'

/** Ways to write a host that is inside, as they stand in an address. */
export const spellings = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',

  '127.0.0.1.',
  '127.255.255.254',
  '0',
  '0.0.0.0',
  '0x0',
  '00.0.0.0',
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.0.1',
  '192.168.1.1',
  '0xc0a80101',
  '3232235777',

  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '169.254.0.1',
  '100.64.0.1',
  '100.127.255.254',
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.19.255.254',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '192.88.99.1',

  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:10.0.0.1]',

  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::a00:1]',
  '[2002:7f00:1::]',
  '[2002:a00:1::1]',

  '[2001:0:7f00:1::]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[fe80::1]',
  '[febf::1]',
  '[fc00::1]',
  '[fd12::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[ff0e::1]',
  '[100::1]',
  '[::ffff:0:127.0.0.1]',
  '[5f00::1]',

  'localhost',
  'LOCALHOST',
  'localhost.',
  'app.localhost',
  'db',
  'printer.local',
  'api.internal',
  'metadata.google.internal',
  'router.lan',
  '①②⑦.⓪.⓪.①',
  '１２７.0.0.1',
  '127。0。0。1',
]

/** A resolver that gives its answers one after the other. */
export const resolving = (answers: string[][]): OutboundOptions['resolve'] => {
  let turn = 0
  return async () =>
    answers[Math.min(turn++, answers.length - 1)]!.map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }))
}

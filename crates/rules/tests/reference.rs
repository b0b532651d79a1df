mod common;
#[test]
fn loads() { for d in common::test_definitions() { println!("{} {}", d.name, hyperrook_rules::reference::legal_moves(&d, &d.start).len());
 for (i, f) in hyperrook_rules::reference::faults(&d, &d.start).iter().enumerate() { println!("{i} {f}"); }
 println!("{}", hyperrook_rules::reference::perft(&d, &d.start, 2)); } 
for d in common::all_definitions() { println!("{} {} {:?}", common::label(&d), hyperrook_rules::reference::legal_moves(&d, &d.start).len(), hyperrook_rules::reference::faults(&d, &d.start)); } }

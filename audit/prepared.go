package audit

import (
	"context"
	"database/sql"
	"database/sql/driver"
)

// prepared is a statement that the store runs again and again, on the driver's own connection:
// package sql would look into each value, and lock for others, of whom there are none.
type prepared struct {
	stmt driver.Stmt
	args []driver.NamedValue // of the last run
}

// prepare prepares a statement on a connection that nobody else uses.
func prepare(ctx context.Context, conn *sql.Conn, text string) (p prepared, err error) {
	err = conn.Raw(func(c any) (err error) {
		p.stmt, err = c.(driver.ConnPrepareContext).PrepareContext(ctx, text)
		return err
	})
	return p, err
}

// run runs it with values of the kinds of driver.Value, and returns how many
// rows it changed. It takes no caller's context: a write once begun is not abandoned, and
// the driver would start a goroutine for each.
func (p *prepared) run(values ...driver.Value) (changed int64, err error) {
	p.args = p.args[:0]
	for i, value := range values {
		p.args = append(p.args, driver.NamedValue{Ordinal: i + 1, Value: value})
	}
	result, err := p.stmt.(driver.StmtExecContext).ExecContext(context.Background(), p.args)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

func (p *prepared) close() error {
	if p.stmt == nil {
		return nil
	}
	return p.stmt.Close()
}
